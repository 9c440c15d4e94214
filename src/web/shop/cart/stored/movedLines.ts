/* Lines that leave a cart, or go to another customer's: loaded with what moves them. */
import { type Cart, type CartLine, mergeLines } from './cart.ts'
import { type Carts, exclude, hasContent, mergeWaiting, waitingFor } from './carts.ts'

/** A draft keeps its own lines. */
export function withLinesMoved(carts: Carts, guidKey: string): Carts {
  const { open, others } = carts
  const from = others.find((one) => one.guidKey === guidKey)
  if (!from) return carts
  return {
    ...carts,
    open: {
      ...open,
      // So the cart reports price differences.
      ...(open.lines.length === 0 ? { pricedFor: from.pricedFor || from.currAccCode } : {}),
      changedAt: Date.now(),
      lines: mergeLines(open.lines, from.lines),
    },
    others: from.draftVersion > 0 ? others : exclude(others, from),
  }
}

/** Also undoes lines without a customer going to the first one chosen. */
export function withMoveUndone(carts: Carts, from: Cart): Carts {
  const { open, others } = carts
  const left = { ...open, changedAt: Date.now(), lines: subtractLines(open.lines, from.lines) }
  if (from.currAccCode === '')
    return { ...carts, open: from, others: hasContent(left) ? [left, ...others] : others }
  if (from.draftVersion > 0) return { ...carts, open: left }
  const waiting = waitingFor(carts, from.currAccCode)
  // Another tab may have created one for them.
  const back = waiting ? { ...waiting, lines: mergeLines(waiting.lines, from.lines) } : from
  return { ...carts, open: left, others: [back, ...others.filter((one) => one !== waiting)] }
}

export function withAsideWaiting(carts: Carts, open: Cart, aside: Cart): Carts {
  return mergeWaiting({ ...carts, open, others: [aside, ...carts.others] })
}

/** Subtracts quantities and drops empty lines. */
export function subtractLines(
  lines: CartLine[],
  subtracted: readonly { productId: string; qty: number }[],
): CartLine[] {
  const subtractedById = new Map<string, number>()
  for (const { productId, qty } of subtracted)
    subtractedById.set(productId, (subtractedById.get(productId) ?? 0) + qty)
  return lines.flatMap((line) => {
    const qty = line.qty - (subtractedById.get(line.productId) ?? 0)
    if (qty <= 0) return []
    return qty === line.qty ? line : { ...line, qty }
  })
}
