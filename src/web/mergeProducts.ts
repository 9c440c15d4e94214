import type { Product } from '#shared/catalogue/catalogue.ts'

type ProductKey = Pick<Product, 'itemCode' | 'colorCode'>

export const productKey = ({ itemCode, colorCode }: ProductKey) => JSON.stringify([itemCode, colorCode])

/** CheckOrderLines answers one product per size or lot: merges them by item and colour. */
export function mergeProducts(products: Product[]): Product[] {
  return [...Map.groupBy(products, productKey).values()].flatMap((all) => {
    const [first] = all
    return first ? [{ ...first, items: all.flatMap(({ items }) => items) }] : []
  })
}
