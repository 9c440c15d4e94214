import { useQuery } from '@tanstack/react-query'
import { api, saveFile } from '#web/api.ts'
import { language, t } from '#web/i18n.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { heads } from './problems.ts'
import classes from './QuickInput.module.css'
import { csvOf } from './writeCsv.ts'

/** `rows`: code, colour, size, quantity. `lines`: the same as typed. */
type ExampleOrder = { rows: string[][]; lines: string[] }

const fallback: ExampleOrder = {
  rows: [
    ['A100', '01', 'M', '5'],
    ['A100', '01', 'L', '5'],
  ],
  lines: ['A100-01-M 5', '3 x A100-01-L', '8690000000012'],
}

/** Taken from the catalogue, so it works as it stands. */
export function useExample(): ExampleOrder {
  const currAccCode = useViewedAccount()
  const orderType = useCart((cart) => cart.orderType)
  const { data } = useQuery({
    queryKey: ['quickExample', currAccCode, orderType],
    queryFn: async ({ signal }) => {
      const input = { currAccCode, orderType, limit: 3, facets: { inStock: true } }
      return (await api.post('/api/Shop/GetCategoryProducts', input, { signal })).data.products
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const items = (data ?? []).flatMap((product) =>
    product.items
      .filter((item) => item.inventory > 0 && item.unitPrice !== undefined)
      .slice(0, 2)
      .map((item) => [product.itemCode, product.colorCode, item.itemDim1Code || item.lotCode]),
  )
  if (items.length < 3) return fallback
  const rows = items.map((row, index) => [...row, String(index + 2)])
  const [first, second, third] = items.map((row) => row.join('-'))
  return { rows, lines: [`${first} 5`, `${second};12`, `3 x ${third}`] }
}

export function saveSample({ rows }: ExampleOrder): void {
  saveFile(csvOf([heads(), ...rows], language), `${t('ordering.quick.sampleFile')}.csv`)
}

export function Example({ example }: { example: ExampleOrder }) {
  return (
    <div className={classes.example}>
      <h2 className={classes.exampleTitle}>{t('ordering.quick.exampleTitle')}</h2>
      <pre className={classes.lines} dir="ltr">
        {example.lines.join('\n')}
      </pre>
      <p className={classes.small}>{t('ordering.quick.exampleText')}</p>
    </div>
  )
}
