import { memo, useRef, useState } from 'react'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { readCount } from '#web/ui/readCount.ts'
import { availableQty } from '../cart/cart.ts'
import { useCart } from '../cart/cartStore.ts'
import classes from './GridCell.module.css'
import { isSamePrice, priceOf, qtyIn } from './gridModel.ts'
import { setCell, useGrid } from './gridStore.ts'

/** On a phone the keyboard's own arrows go from field to field: each must be reachable. */
const isTouch = matchMedia('(pointer: coarse)').matches
/** Decimals can be typed to be told apart: swallowing their sign would make 1200 of 12,00. */
const typable = /^[\d٠-٩۰-۹]{0,6}(?:[.,٫][\d٠-٩۰-۹]{0,3})?$/

/** What a text asks for that may still be typed on; undefined where it is no whole number. */
const countOf = (text: string) => readCount(text.replace(/[.,٫]$/, ''))

type Props = {
  product: Product
  item: ProductItem
  row: number
  column: number
  name: string
  /** What is said elsewhere to be its price. */
  usualPrice: { unitPrice: number; currencyCode: string } | undefined
}

/**
 * One size or lot of one colour. What is typed is in the cart at once, and no more than the stock; a keystroke renders
 * this cell and the sums that it is part of.
 */
export const GridCell = memo(function GridCell({ product, item, row, column, name, usualPrice }: Props) {
  const qty = useCart((cart) => qtyIn(cart.lines, item.productId))
  const stock = useCart((cart) => availableQty(cart, item.productId, item.inventory))
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const isActive = useGrid(({ active }) => active?.row === row && active.column === column)
  const cut = useGrid((grid) => grid.cut[item.productId])
  const [typed, setTyped] = useState<string>()
  const before = useRef(0)
  const price = priceOf(item)
  const whyNot = price === undefined ? t('product.noPrice') : stock <= 0 ? t('product.noStock') : undefined
  const isClosed = whyNot !== undefined && qty === 0
  const set = (next: number) => setCell(product, item, next, name)
  const type = (text: string) => {
    if (!typable.test(text)) return
    // What is no whole number leaves what was there; nothing is guessed.
    // An empty field empties its cell when it is left: a line on the way to another number keeps its place.
    const count = text === '' ? undefined : (countOf(text) ?? before.current)
    if (count === undefined || set(count)) setTyped(text)
  }
  const settle = () => {
    setTyped(undefined)
    if (typed === '' && qty > 0) set(0)
    if (typed && countOf(typed) === undefined)
      useGrid.setState({ said: t('ordering.grid.noNumbers', { count: 1 }) })
  }
  const noteId = `note-${item.productId}`
  const isShort = cut !== undefined || qty > stock
  return (
    <div className={classes.cell} data-filled={qty > 0 || undefined} data-short={isShort || undefined}>
      <input
        className={classes.input}
        data-at={`${row} ${column}`}
        inputMode="numeric"
        enterKeyHint="enter"
        autoComplete="off"
        aria-label={name}
        aria-describedby={noteId}
        tabIndex={isTouch || isActive ? 0 : -1}
        disabled={isClosed}
        {...(whyNot ? { title: whyNot, 'aria-description': whyNot } : {})}
        placeholder={isClosed ? '–' : ''}
        value={typed ?? (qty > 0 ? String(qty) : '')}
        onFocus={(event) => {
          before.current = qty
          useGrid.setState({ active: { row, column } })
          event.currentTarget.select()
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setTyped(undefined)
            if (qty !== before.current) set(before.current)
          } else if (event.key === 'Delete') {
            event.preventDefault()
            setTyped(undefined)
            set(0)
          } else if (event.key === 'Enter') before.current = qty
        }}
      />
      <span id={noteId} className={classes.note}>
        {isShort && t('quantity.onlyStock', { count: formatCount(stock) })}
        {!isShort && (whyNot ?? (isSeason ? '' : formatCount(stock)))}
        {price && !isSamePrice(price, usualPrice) && (
          <span className={classes.price}>
            <Money amount={price.unitPrice} currency={price.currencyCode} />
          </span>
        )}
      </span>
    </div>
  )
})
