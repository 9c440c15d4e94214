import type { Product } from '#shared/catalogue.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { mergeProducts, productKey } from '#web/mergeProducts.ts'

export type Buyer = Pick<OrderDetail, 'currAccCode' | 'orderType'>
type ProductKey = Pick<Product, 'itemCode' | 'colorCode'>

/** Products with all sizes and lots at today's offer. Leaves out products that are not offered. */
export async function fetchOffers(keys: ProductKey[], { currAccCode, orderType }: Buyer): Promise<Product[]> {
  const keysByRow = new Map(keys.map((key) => [productKey(key), key]))
  if (keysByRow.size === 0) return []
  const lines = [...keysByRow.values()].map(({ itemCode, colorCode }) => ({
    code: itemCode,
    ...(colorCode ? { colorCode } : {}),
    qty: 1,
  }))
  const { products } = (await api.post('/api/Shop/CheckOrderLines', { lines, currAccCode, orderType })).data
  return mergeProducts(products).filter((product) => keysByRow.has(productKey(product)))
}
