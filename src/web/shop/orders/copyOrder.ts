import type { OrderDetail } from '#shared/orders/orders.ts'
import { productsByIds } from '../cart/lines/productsByIds.ts'
import { type Cart, type CartLine, emptyCart, lineOf } from '../cart/stored/cart.ts'
import { linesOfOrder } from '../cart/stored/editing.ts'

/** The order's lines at today's offers. Unavailable ones come without stock, so the cart reports them. */
export async function currentLines(
  order: OrderDetail,
  cart: Cart,
  currAccCode: string | undefined,
): Promise<CartLine[]> {
  const ids = order.lines.map((line) => line.productId)
  const products = await productsByIds(ids, { currAccCode, orderType: cart.orderType })
  const offered = new Map(
    products.flatMap((product) => product.items.map((item) => [item.productId, { product, item }])),
  )
  return linesOfOrder(order).map((line) => {
    const found = offered.get(line.productId)
    const { unitPrice, currencyCode } = found?.item ?? {}
    if (!found || unitPrice === undefined || currencyCode === undefined) return { ...line, inventory: 0 }
    return { ...lineOf(cart, found.product, found.item, unitPrice, currencyCode), qty: line.qty }
  })
}

/** An empty cart with the order's customer and type. */
export function emptyCartFor(order: OrderDetail): Cart {
  const { orderType, currAccCode, subCurrAccId = '', salesPersonCode } = order
  return { ...emptyCart(), orderType, currAccCode, subCurrAccId, salesPersonCode, pricedFor: currAccCode }
}
