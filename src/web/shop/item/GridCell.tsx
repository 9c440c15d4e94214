import { memo } from 'react'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { isTouch } from '#web/ui/grid/cells.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { readCount } from '#web/ui/readCount.ts'
import { useNumericField } from '#web/ui/useNumericField.ts'
import { availableQty } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { useImageOverlay } from '../image/useImageOverlay.ts'
import { isGivenAway, type Offer, useOfferPrice } from '../pricing/pricing.ts'
import classes from './GridCell.module.css'
import { isSamePrice, priceOf, qtyIn } from './gridModel.ts'
import { setCell, useGrid } from './gridStore.ts'

/** Accepts decimals to reject them later: dropping the separator would turn 12,00 into 1200. */
const typablePattern = /^[\d٠-٩۰-۹]{0,6}(?:[.,٫][\d٠-٩۰-۹]{0,3})?$/

type Props = {
  product: Product
  item: ProductItem
  row: number
  column: number
  name: string
  /** Whose price is shown elsewhere for this cell. */
  usual: Offer | undefined
}

/**
 * One variant of one colour. Typed numbers go to the cart at once, up to the stock; a keystroke redraws only
 * this cell and its sums.
 */
export const GridCell = memo(function GridCell({ product, item, row, column, name, usual }: Props) {
  const qty = useCart((cart) => qtyIn(cart.lines, item.productId))
  const stock = useCart((cart) => availableQty(cart, item.productId, item.inventory))
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const isActive = useGrid(({ active }) => active?.row === row && active.column === column)
  const reducedTo = useGrid((grid) => grid.reducedTo[item.productId])
  const price = priceOf(item)
  const unitPrice = useOfferPrice({ product, item })
  const usualPrice = useOfferPrice(usual ?? { product, item })
  const hasNoPrice = price === undefined || isGivenAway(item, unitPrice, qty)
  const whyNot = hasNoPrice ? t('product.noPrice') : stock <= 0 ? t('product.noStock') : undefined
  const isDisabled = whyNot !== undefined && qty === 0
  const changeQty = (next: number) => setCell(product, item, next, name)
  const { field, clear } = useNumericField({
    text: qty > 0 ? String(qty) : '',
    // Invalid text leaves the quantity. An empty field removes its line only on leaving, so a line being
    // retyped keeps its place.
    onType: (text, before) =>
      typablePattern.test(text) && (text === '' || changeQty(readCount(text) ?? Number(before))),
    onCommit: (text) => {
      if (text === '' && qty > 0) changeQty(0)
      if (text && readCount(text) === undefined)
        useGrid.setState({ message: t('ordering.grid.noNumbers', { count: 1 }) })
    },
    onCancel: (before) => changeQty(Number(before)),
  })
  const noteId = `note-${item.productId}`
  const isShort = reducedTo !== undefined || qty > stock
  const isTooFew = qty > 0 && qty < (item.minQty ?? 1)
  return (
    <div
      className={classes.cell}
      data-filled={qty > 0 || undefined}
      data-short={isShort || isTooFew || undefined}
    >
      <input
        className={classes.input}
        data-at={`${row} ${column}`}
        enterKeyHint="enter"
        aria-label={name}
        aria-describedby={noteId}
        tabIndex={isTouch || isActive ? 0 : -1}
        disabled={isDisabled}
        {...(whyNot ? { title: whyNot, 'aria-description': whyNot } : {})}
        placeholder={isDisabled ? '–' : ''}
        {...field}
        onFocus={(event) => {
          field.onFocus(event)
          useGrid.setState({ active: { row, column } })
        }}
        onKeyDown={(event) => {
          field.onKeyDown(event)
          if (event.key !== 'Delete') return
          event.preventDefault()
          clear()
          changeQty(0)
        }}
      />
      <span id={noteId} className={classes.note}>
        {isShort && t('quantity.onlyStock', { count: formatCount(stock) })}
        {!isShort && (whyNot ?? (isSeason ? '' : formatCount(stock)))}
        {item.minQty && !whyNot && (
          <span className={classes.price}>{t('product.minQty', { count: formatCount(item.minQty) })}</span>
        )}
        {item.externalCode && (
          <bdi className={classes.code} dir="ltr" title={t('product.externalCode')}>
            {item.externalCode}
          </bdi>
        )}
        {price && (unitPrice !== usualPrice || !isSamePrice(price, usual && priceOf(usual.item))) && (
          <span className={classes.price}>
            <Money amount={unitPrice ?? price.unitPrice} currency={price.currencyCode} />
          </span>
        )}
      </span>
    </div>
  )
})

type PhotoProps = { product: Product; className: string | undefined }

/** Opens the colour's photos. */
export function ColorPhoto({ product, className }: PhotoProps) {
  const { open } = useImageOverlay()
  return (
    <button
      type="button"
      className={className}
      aria-label={t('ordering.grid.photos', { color: product.colorDescription })}
      disabled={product.images.length === 0}
      onClick={() => open(product, 0)}
    >
      <ProductPhoto of={product} />
    </button>
  )
}
