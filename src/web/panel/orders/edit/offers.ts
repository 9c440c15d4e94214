import type { Product } from '#shared/catalogue.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { rowKeyOf } from '../orderGrid.ts'

export type Whose = Pick<OrderDetail, 'currAccCode' | 'orderType'>
type Coded = { itemCode: string; colorCode: string }

/** Products with all their sizes and lots, as they are offered to a customer today; what is not offered is left out. */
export async function offersOf(coded: Coded[], { currAccCode, orderType }: Whose): Promise<Product[]> {
  const wanted = new Map(coded.map((one) => [rowKeyOf(one), one]))
  if (wanted.size === 0) return []
  const lines = [...wanted.values()].map(({ itemCode, colorCode }) => ({
    code: itemCode,
    ...(colorCode ? { colorCode } : {}),
    qty: 1,
  }))
  const { products } = (await api.post('/api/Shop/CheckOrderLines', { lines, currAccCode, orderType })).data
  return joined(products).filter((product) => wanted.has(rowKeyOf(product)))
}

/** The same of products that came with one size or lot each. */
export function joined(products: Product[]): Product[] {
  return [...Map.groupBy(products, rowKeyOf).values()].flatMap((all) => {
    const [first] = all
    return first ? [{ ...first, items: all.flatMap(({ items }) => items) }] : []
  })
}
