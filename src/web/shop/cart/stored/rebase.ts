import type { OrderDetail } from '#shared/orders/orders.ts'
import { type Cart, type CartLine, cartHeaderNames, type Editing, type OrderHeader } from './cart.ts'
import { editingOf, headerOf, linesOfOrder, linesToAmend } from './editing.ts'

export type Difference = { line: CartLine; before: number; after: number }

/** What somebody else changed since the order was read. */
export function differencesSince({ placed }: Editing, order: OrderDetail, mine: CartLine[]): Difference[] {
  const now = linesOfOrder(order)
  const nowIds = new Set(now.map((line) => line.productId))
  const gone = mine.filter(({ productId }) => placed[productId] !== undefined && !nowIds.has(productId))
  return [
    ...now.map((line) => ({ line, before: placed[line.productId]?.qty ?? 0, after: line.qty })),
    ...gone.map((line) => ({ line, before: placed[line.productId]?.qty ?? 0, after: 0 })),
  ].filter(({ before, after }) => before !== after)
}

/** Applies local changes to the current order. */
export function rebase(cart: Cart, order: OrderDetail): Cart {
  const { editing } = cart
  if (!editing || cart.guidKey !== order.guidKey) return cart
  const mine = new Map(cart.lines.map((line) => [line.productId, line]))
  const isMine = (productId: string) =>
    (mine.get(productId)?.qty ?? 0) !== (editing.placed[productId]?.qty ?? 0)
  const now = linesToAmend(order)
  const kept = now.flatMap((line) => {
    if (!isMine(line.productId)) return [line]
    const own = mine.get(line.productId)
    return own ? [{ ...line, qty: own.qty }] : []
  })
  const nowIds = new Set(now.map((line) => line.productId))
  const added = cart.lines.filter(({ productId }) => !nowIds.has(productId) && isMine(productId))
  return {
    ...cart,
    ...rebaseHeader(cart, editing.said, headerOf(order)),
    editing: editingOf(order, editing.aside),
    editable: true,
    changedAt: Date.now(),
    lines: [...kept, ...added],
  }
}

function rebaseHeader(mine: OrderHeader, before: OrderHeader, now: OrderHeader): OrderHeader {
  const merged = <Name extends keyof OrderHeader>(name: Name): OrderHeader[Name] =>
    mine[name] === before[name] ? now[name] : mine[name]
  return Object.fromEntries(cartHeaderNames.map((name) => [name, merged(name)])) as OrderHeader
}
