import type { Product } from '#shared/catalogue.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { rowKeyOf } from '../orderGrid.ts'

export type Buyer = Pick<OrderDetail, 'currAccCode' | 'orderType'>
type ProductKey = { itemCode: string; colorCode: string }

/** Products with all sizes and lots at today's offer. Leaves out products that are not offered. */
export async function fetchOffers(keys: ProductKey[], { currAccCode, orderType }: Buyer): Promise<Product[]> {
  const keysByRow = new Map(keys.map((key) => [rowKeyOf(key), key]))
  if (keysByRow.size === 0) return []
  const lines = [...keysByRow.values()].map(({ itemCode, colorCode }) => ({
    code: itemCode,
    ...(colorCode ? { colorCode } : {}),
    qty: 1,
  }))
  const { products } = (await api.post('/api/Shop/CheckOrderLines', { lines, currAccCode, orderType })).data
  return mergeProducts(products).filter((product) => keysByRow.has(rowKeyOf(product)))
}

/** The endpoint answers one product per size or lot. */
export function mergeProducts(products: Product[]): Product[] {
  return [...Map.groupBy(products, rowKeyOf).values()].flatMap((all) => {
    const [first] = all
    return first ? [{ ...first, items: all.flatMap(({ items }) => items) }] : []
  })
}
