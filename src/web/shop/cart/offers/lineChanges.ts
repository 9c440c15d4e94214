import { afterPaint } from '#web/afterPaint.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { variantLabel } from '#web/sizes.ts'
import { type CartLine, withQty } from '../stored/cart.ts'
import { changeLines, useCart } from '../stored/cartStore.ts'
import { undoInCart } from '../stored/undoInCart.ts'
import { type ProblemKind, problemFinder, withFixed, withRestored } from './offers.ts'
import { useOffers } from './useOffers.ts'

/** Removing can be undone. */
export function setQty(line: CartLine, qty: number): void {
  if (Math.min(qty, line.inventory) > 0) return void changeLines((cart) => withQty(cart, line.productId, qty))
  replaceLines(
    (lines) => lines.filter((one) => one.productId !== line.productId),
    () => t('ordering.cart.removed', { product: lineName(line) }),
  )
}

/** For all lines or one. */
export function fixLines(kinds: readonly ProblemKind[], only?: string): void {
  const findProblem = problemFinder(useOffers.getState().offers, useCart.getState().editing?.placed)
  replaceLines(
    (lines) => withFixed(lines, findProblem, kinds, only),
    (count) => t('ordering.cart.settled', { count }),
  )
}

/** With an undo notice. */
function replaceLines(next: (lines: CartLine[]) => CartLine[], messageFor: (count: number) => string): void {
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
  const undo = undoInCart(() => changeLines(({ lines }) => ({ lines: withRestored(lines, before, ids) })))
  afterPaint(() => notifyDone(messageFor(ids.size), undo))
}

export function lineName(
  line: Pick<CartLine, 'itemDescription' | 'colorDescription' | 'itemDim1Code' | 'lotCode'>,
) {
  return `${line.itemDescription} ${line.colorDescription} ${variantLabel(line)}`
}
