import { Autocomplete, Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { rowKeyOf } from '../orderGrid.ts'
import classes from './EditOrder.module.css'
import { joined, offersOf, type Whose } from './offers.ts'

type Props = {
  whose: Whose
  /** Products to show in the grid, and the size or lot of which there is to be one more. */
  onFound: (products: Product[], productId?: string) => void
}

/**
 * A line to add: a barcode or full code adds one piece at once, for scanning on and on; the code of an item, or a product
 * chosen from what the text finds, is put into the grid with all its sizes.
 */
export function AddLine({ whose, onFound }: Props) {
  const { currAccCode, orderType } = whose
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ text: string; isWrong: boolean }>()
  const field = useRef<HTMLInputElement>(null)
  const [asked] = useDebouncedValue(text.trim(), 250)
  const found = useQuery({
    queryKey: ['productsToAdd', asked, currAccCode, orderType],
    enabled: asked.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const wanted = { searchText: asked, currAccCode, orderType, limit: 8 }
      return (await api.post('/api/Shop/GetProductsBySearch', wanted, { signal })).data.products
    },
  })
  const products = asked.length >= 2 && text.trim() !== '' ? (found.data ?? []) : []
  const take = (product: Product) => {
    onFound([product])
    setSaid({ text: t('panel.order.productShown', { product: nameOf(product) }), isWrong: false })
    setText('')
    focusRow(rowKeyOf(product))
  }
  const check = async () => {
    const code = text.trim()
    if (!code) return
    const failed = (error: unknown) =>
      setSaid({ text: error instanceof Error ? error.message : String(error), isWrong: true })
    const { data } = await api.post('/api/Shop/CheckOrderLines', {
      lines: [{ code: code.slice(0, 100), qty: 1 }],
      currAccCode,
      orderType,
    })
    const [line] = data.lines
    if (!line) return
    if (line.status === 'ok' || line.status === 'short') {
      const all = await offersOf(data.products, whose).catch(failed)
      const product = data.products[0]
      onFound(all ?? joined(data.products), line.productId)
      if (product) setSaid({ text: t('panel.order.lineAdded', { product: named(product) }), isWrong: false })
      setText('')
      field.current?.focus()
      return
    }
    if (line.status === 'ambiguous' || line.status === 'notInItem') {
      const all = joined(data.products)
      onFound(all)
      setText('')
      setSaid({ text: t('panel.order.chooseSize'), isWrong: false })
      if (all[0]) focusRow(rowKeyOf(all[0]))
      return
    }
    setSaid({ text: t(`panel.order.why.${line.status}`, { code }), isWrong: true })
  }
  const run = () =>
    void check().catch((error: unknown) =>
      setSaid({ text: error instanceof Error ? error.message : String(error), isWrong: true }),
    )
  const byKey = new Map(products.map((product) => [rowKeyOf(product), product]))
  return (
    <div>
      <div className={classes.add}>
        <Autocomplete
          ref={field}
          flex="1 1 260px"
          maw={520}
          label={t('panel.order.addLine')}
          placeholder={t('panel.order.addLineHint')}
          maxLength={100}
          value={text}
          onChange={(value) => setText(byKey.has(value) ? '' : value)}
          data={[...byKey.keys()]}
          // What is offered is what was found, by more than what stands here.
          filter={({ options }) => options}
          onOptionSubmit={(key) => {
            const product = byKey.get(key)
            if (product) take(product)
          }}
          renderOption={({ option }) => <Found product={byKey.get(option.value)} />}
          onKeyDown={(event) => {
            // Enter in the field is this line's, not the form's. Upon an option the list has taken it already.
            if (event.key !== 'Enter' || event.defaultPrevented) return
            event.preventDefault()
            run()
          }}
        />
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={run}>
          {t('panel.order.add')}
        </Button>
      </div>
      <Text
        size="sm"
        mt={4}
        mih={22}
        role="status"
        c={said?.isWrong ? 'light-dark(#a61e1e, #ffa8a8)' : 'var(--ink-soft)'}
      >
        {said?.text}
      </Text>
    </div>
  )
}

function Found({ product }: { product: Product | undefined }) {
  if (!product) return null
  return (
    <span className={classes.found}>
      <span className={classes.thumb}>
        <ProductPhoto of={product} />
      </span>
      <span>
        <bdi>{product.itemCode}</bdi> {product.itemDescription}
        <br />
        <span className={classes.soft}>
          {[product.colorDescription, product.brandName].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}

const nameOf = ({ itemCode, colorDescription }: Product) => `${itemCode} ${colorDescription}`.trim()

/** With the one size or lot that it came with. */
function named(product: Product): string {
  const [item] = product.items
  return `${nameOf(product)} ${item ? item.itemDim1Code || item.lotCode : ''}`.trim()
}

/** The first field of a product's row, once it is there. */
function focusRow(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`tr[data-row="${CSS.escape(key)}"]`)
    row?.querySelector<HTMLInputElement>('input[data-qty]:enabled')?.focus()
  })
}
