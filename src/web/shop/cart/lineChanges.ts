import { afterPaint } from '#web/afterPaint.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type CartLine, withQty } from './cart.ts'
import { changeLines, useCart } from './cartStore.ts'
import { judgeOf, type Kind, withRestored, withSettled } from './offers.ts'
import { undoHere } from './undoInCart.ts'
import { useOffers } from './useOffers.ts'

/** Removing can be undone. */
export function setQty(line: CartLine, qty: number): void {
  if (Math.min(qty, line.inventory) > 0) return void changeLines((cart) => withQty(cart, line.productId, qty))
  replaceLines(
    (lines) => lines.filter((one) => one.productId !== line.productId),
    () => t('ordering.cart.removed', { product: nameOf(line) }),
  )
}

/** For all lines or one. */
export function settleLines(kinds: readonly Kind[], only?: string): void {
  const judge = judgeOf(useOffers.getState().offers, useCart.getState().editing?.placed)
  replaceLines(
    (lines) => withSettled(lines, judge, kinds, only),
    (count) => t('ordering.cart.settled', { count }),
  )
}

/** With an undo notice. */
function replaceLines(next: (lines: CartLine[]) => CartLine[], say: (count: number) => string): void {
  // Another tab may have changed the cart.
  let before: CartLine[] = []
  const isDone = changeLines((cart) => {
    before = cart.lines
    return { lines: next(cart.lines) }
  })
  if (!isDone) return
  const now = new Set(useCart.getState().lines)
  const ids = new Set(before.filter((line) => !now.has(line)).map((line) => line.productId))
  if (ids.size === 0) return
  const undo = undoHere(() => changeLines(({ lines }) => ({ lines: withRestored(lines, before, ids) })))
  afterPaint(() => notifyDone(say(ids.size), undo))
}

export function nameOf(
  line: Pick<CartLine, 'itemDescription' | 'colorDescription' | 'itemDim1Code' | 'lotCode'>,
) {
  return `${line.itemDescription} ${line.colorDescription} ${line.itemDim1Code || line.lotCode}`
}
