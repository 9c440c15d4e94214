import type { Product, ProductItem } from '#shared/catalogue.ts'
import { lotSizesOf } from '#shared/lots.ts'
import type { CartLine } from '../cart/cart.ts'

type Price = { unitPrice: number; currencyCode: string }
/** A size, or a lot, of which each colour may have one. */
export type Column = {
  key: string
  name: string
  /** Undefined for a size. */
  lot?: Pick<ProductItem, 'lotDescription' | 'piecesPerLot' | 'lotSizes'>
  /** What most of its cells cost: a cell says its own price where it is another. */
  price?: Price
}
/** A colour, with what it has in each column. */
export type Row = { product: Product; items: (ProductItem | undefined)[] }
export type Grid = { rows: Row[]; columns: Column[] }

export function priceOf({ unitPrice, currencyCode }: ProductItem): Price | undefined {
  return unitPrice === undefined || currencyCode === undefined ? undefined : { unitPrice, currencyCode }
}

export const isSamePrice = (one: Price | undefined, other: Price | undefined) =>
  one?.unitPrice === other?.unitPrice && one?.currencyCode === other?.currencyCode

/** Lots that are packed otherwise are not one column, even under one code. */
const keyOf = (item: ProductItem) =>
  JSON.stringify([
    item.itemDim1Code,
    item.lotCode,
    item.lotDescription,
    item.lotCode ? item.piecesPerLot : 1,
    item.lotCode ? lotSizesOf(item) : undefined,
  ])

/** All colours of an item as rows; as columns their sizes in their order, then their lots. */
export function gridOf(products: Product[]): Grid {
  const sizes = products.map(({ items }) => items.filter((item) => !item.lotCode))
  const lots = products.map(({ items }) => items.filter((item) => item.lotCode))
  const keys = [...mergedKeys(sizes), ...mergedKeys(lots)]
  const byKey = products.map(({ items }) => new Map(items.map((item) => [keyOf(item), item])))
  return {
    rows: products.map((product, row) => ({ product, items: keys.map((key) => byKey[row]?.get(key)) })),
    columns: keys.map((key) =>
      columnOf(
        key,
        byKey.flatMap((items) => items.get(key) ?? []),
      ),
    ),
  }
}

/** What any of the lists has, once: each behind what stands before it in its own list. */
function mergedKeys(lists: ProductItem[][]): string[] {
  const merged: string[] = []
  for (const list of lists) {
    let end = 0
    for (const key of list.map(keyOf)) {
      const known = merged.indexOf(key)
      if (known < 0) merged.splice(end, 0, key)
      end = (known < 0 ? end : known) + 1
    }
  }
  return merged
}

function columnOf(key: string, items: ProductItem[]): Column {
  const [first] = items
  const price = mostFrequentPrice(items)
  return {
    key,
    name: first?.lotCode || first?.itemDim1Code || '',
    ...(first?.lotCode ? { lot: first } : {}),
    ...(price ? { price } : {}),
  }
}

function mostFrequentPrice(items: ProductItem[]): Price | undefined {
  const counts = new Map<string, { price: Price; count: number }>()
  for (const item of items) {
    const price = priceOf(item)
    if (!price) continue
    const key = `${price.unitPrice} ${price.currencyCode}`
    counts.set(key, { price, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.price
}

let counted: { lines: CartLine[]; byId: Map<string, number> } | undefined

/** Quantity of a size or lot in the cart; looked up in lines that were read once, however many cells ask. */
export function qtyIn(lines: CartLine[], productId: string): number {
  if (counted?.lines !== lines) {
    counted = { lines, byId: new Map(lines.map((line) => [line.productId, line.qty])) }
  }
  return counted.byId.get(productId) ?? 0
}
