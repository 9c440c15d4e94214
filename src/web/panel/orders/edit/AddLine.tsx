import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { mergeProducts, productKey } from '#web/mergeProducts.ts'
import { variantLabel } from '#web/sizes.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { IconButton } from '../../IconButton.tsx'
import classes from './EditOrder.module.css'
import { type Buyer, fetchOffers } from './useOrderEditing.ts'

type Props = {
  buyer: Buyer
  /** Gets the products to show, and the item to add one unit of. */
  onFound: (products: Product[], productId?: string) => void
}

/**
 * Adds an order line. A barcode or full code adds one unit, for repeated scanning; an item code or a chosen
 * search result shows the product in the grid.
 */
export function AddLine({ buyer, onFound }: Props) {
  const { currAccCode, orderType } = buyer
  const [text, setText] = useState('')
  const [notice, setNotice] = useState<{ text: string; isWrong: boolean }>()
  const field = useRef<HTMLInputElement>(null)
  const [debouncedText] = useDebouncedValue(text.trim(), 250)
  const search = useQuery({
    queryKey: ['productsToAdd', debouncedText, currAccCode, orderType],
    enabled: debouncedText.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const request = { searchText: debouncedText, currAccCode, orderType, limit: 8 }
      return (await api.post('/api/Shop/GetProductsBySearch', request, { signal })).data.products
    },
  })
  const products = debouncedText.length >= 2 && text.trim() !== '' ? (search.data ?? []) : []
  const showProduct = (product: Product) => {
    onFound([product])
    setNotice({ text: t('panel.order.productShown', { product: nameOf(product) }), isWrong: false })
    setText('')
    focusRow(productKey(product))
  }
  const addByCode = async () => {
    const code = text.trim()
    if (!code) return
    const showError = (error: unknown) =>
      setNotice({ text: error instanceof Error ? error.message : String(error), isWrong: true })
    const { data } = await api.post('/api/Shop/CheckOrderLines', {
      lines: [{ code: code.slice(0, 100), qty: 1 }],
      currAccCode,
      orderType,
    })
    const [line] = data.lines
    if (!line) return
    if (line.status === 'ok' || line.status === 'short') {
      const all = await fetchOffers(data.products, buyer).catch(showError)
      const product = data.products[0]
      onFound(all ?? mergeProducts(data.products), line.productId)
      if (product)
        setNotice({ text: t('panel.order.lineAdded', { product: nameWithSize(product) }), isWrong: false })
      setText('')
      field.current?.focus()
      return
    }
    if (line.status === 'ambiguous' || line.status === 'notInItem') {
      const all = mergeProducts(data.products)
      onFound(all)
      setText('')
      setNotice({ text: t('panel.order.chooseSize'), isWrong: false })
      if (all[0]) focusRow(productKey(all[0]))
      return
    }
    setNotice({ text: t(`panel.order.why.${line.status}`, { code }), isWrong: true })
  }
  const run = () =>
    void addByCode().catch((error: unknown) =>
      setNotice({ text: error instanceof Error ? error.message : String(error), isWrong: true }),
    )
  const byKey = new Map(products.map((product) => [productKey(product), product]))
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
          // The server has already filtered.
          filter={({ options }) => options}
          onOptionSubmit={(key) => {
            const product = byKey.get(key)
            if (product) showProduct(product)
          }}
          renderOption={({ option }) => <ProductOption product={byKey.get(option.value)} />}
          onKeyDown={(event) => {
            // Enter must not submit the form. On an option, the list has handled it.
            if (event.key !== 'Enter' || event.defaultPrevented) return
            event.preventDefault()
            run()
          }}
        />
        <IconButton Icon={IconPlus} onClick={run}>
          {t('panel.order.add')}
        </IconButton>
      </div>
      <Text
        size="sm"
        mt={4}
        mih={22}
        role="status"
        c={notice?.isWrong ? 'light-dark(#a61e1e, #ffa8a8)' : 'var(--ink-soft)'}
      >
        {notice?.text}
      </Text>
    </div>
  )
}

function ProductOption({ product }: { product: Product | undefined }) {
  if (!product) return null
  return (
    <span className={classes.found}>
      <span className="thumb">
        <ProductPhoto of={product} />
      </span>
      <span>
        <bdi>{product.itemCode}</bdi> {product.itemDescription}
        <br />
        <span className="soft">
          {[product.colorDescription, product.brandName].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}

const nameOf = ({ itemCode, colorDescription }: Product) => `${itemCode} ${colorDescription}`.trim()

function nameWithSize(product: Product): string {
  const [item] = product.items
  return `${nameOf(product)} ${item ? variantLabel(item) : ''}`.trim()
}

/** Waits until the row is rendered. */
function focusRow(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`tr[data-row="${CSS.escape(key)}"]`)
    row?.querySelector<HTMLInputElement>('input[data-qty]:enabled')?.focus()
  })
}
