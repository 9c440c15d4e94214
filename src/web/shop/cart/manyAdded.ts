import { type Cart, type ItemQty, lineOf } from './cart.ts'
import { changeLines } from './cartStore.ts'

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

export const addManyToCart = (items: ItemQty[]) => changeLines((cart) => withManyAdded(cart, items))
