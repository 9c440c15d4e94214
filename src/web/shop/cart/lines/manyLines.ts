import { availableQty, type Cart, type ItemQty, lineOf } from '../stored/cart.ts'

/** Not limited by stock: the cart shows problems. Skips variants without price. */
export function withManyAdded(cart: Cart, additions: ItemQty[]): Cart {
  const lines = new Map(cart.lines.map((line) => [line.productId, line]))
  for (const { product, item, qty } of additions) {
    if (item.unitPrice === undefined || item.currencyCode === undefined) continue
    const existing = lines.get(item.productId)
    const line = lineOf(cart, product, item, item.unitPrice, item.currencyCode)
    lines.set(item.productId, { ...existing, ...line, qty: (existing?.qty ?? 0) + qty })
  }
  return { ...cart, lines: [...lines.values()] }
}

/** Clamped to the stock; 0 removes a line. Skips variants without price. */
export function withQuantities(cart: Cart, items: ItemQty[]): Cart {
  const lines = new Map(cart.lines.map((line) => [line.productId, line]))
  for (const { product, item, qty } of items) {
    const bounded = Math.min(qty, availableQty(cart, item.productId, item.inventory))
    if (bounded <= 0) lines.delete(item.productId)
    else if (item.unitPrice !== undefined && item.currencyCode !== undefined) {
      const line = lineOf(cart, product, item, item.unitPrice, item.currencyCode)
      lines.set(item.productId, { ...lines.get(item.productId), ...line, qty: bounded })
    }
  }
  return { ...cart, lines: [...lines.values()] }
}
