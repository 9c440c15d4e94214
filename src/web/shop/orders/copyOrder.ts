import type { OrderDetail } from '#shared/orders.ts'
import { type Cart, type CartLine, emptyCart, lineOf } from '../cart/cart.ts'
import { productsByIds } from '../cart/productsByIds.ts'

/**
 * The order's lines as they are offered today, for the cart to take. What is no longer offered comes along as it was,
 * without stock: the cart says so of it, and why.
 */
export async function linesOfToday(
  order: OrderDetail,
  cart: Cart,
  currAccCode: string | undefined,
): Promise<CartLine[]> {
  const ids = order.lines.map((line) => line.productId)
  const products = await productsByIds(ids, { currAccCode, orderType: cart.orderType })
  const offered = new Map(
    products.flatMap((product) => product.items.map((item) => [item.productId, { product, item }])),
  )
  return order.lines.map((line) => {
    const found = offered.get(line.productId)
    const { unitPrice, currencyCode } = found?.item ?? {}
    if (!found || unitPrice === undefined || currencyCode === undefined) return { ...line, inventory: 0 }
    return { ...lineOf(cart, found.product, found.item, unitPrice, currencyCode), qty: line.qty }
  })
}

/** An empty cart for the order's customer and of its kind. */
export function cartLike(order: OrderDetail): Cart {
  const { orderType, currAccCode, subCurrAccId = '', salesPersonCode } = order
  return { ...emptyCart(), orderType, currAccCode, subCurrAccId, salesPersonCode, pricedFor: currAccCode }
}
