import { maxOrderLines } from '#shared/orders/orderRules.ts'
import type { Cart, CartLine } from '../stored/cart.ts'

/** The last lines, but none the amended order already has. */
export function linesOverLimit({ lines, editing }: Pick<Cart, 'lines' | 'editing'>): CartLine[] {
  const excess = lines.length - maxOrderLines
  if (excess <= 0) return []
  const isNew = ({ productId }: CartLine) => editing?.placed[productId] === undefined
  return lines.filter(isNew).slice(-excess)
}

/** Items already in the cart always fit. */
export function withinLineLimit<One>(items: One[], idOf: (one: One) => string, lines: CartLine[]): One[] {
  const ids = new Set(lines.map(({ productId }) => productId))
  return items.filter((one) => {
    if (!ids.has(idOf(one)) && ids.size >= maxOrderLines) return false
    ids.add(idOf(one))
    return true
  })
}
