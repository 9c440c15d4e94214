import type { Product, ProductItem } from '#shared/catalogue.ts'
import { lotSizesOf } from '#shared/lots.ts'
import type { CartLine } from '../cart/cart.ts'

type Price = { unitPrice: number; currencyCode: string }
/** A size or lot; each colour may have it. */
export type Column = {
  key: string
  name: string
  /** Undefined for sizes. */
  lot?: Pick<ProductItem, 'lotDescription' | 'piecesPerLot' | 'lotSizes'>
  /** Of most cells; others show their own. */
  price?: Price
}
/** A colour, with an item per column. */
export type Row = { product: Product; items: (ProductItem | undefined)[] }
export type Grid = { rows: Row[]; columns: Column[] }

export function priceOf({ unitPrice, currencyCode }: ProductItem): Price | undefined {
  return unitPrice === undefined || currencyCode === undefined ? undefined : { unitPrice, currencyCode }
}

export const isSamePrice = (one: Price | undefined, other: Price | undefined) =>
  one?.unitPrice === other?.unitPrice && one?.currencyCode === other?.currencyCode

/** Lots packed differently get separate columns, even under one code. */
const keyOf = (item: ProductItem) =>
  JSON.stringify([
    item.itemDim1Code,
    item.lotCode,
    item.lotDescription,
    item.lotCode ? item.piecesPerLot : 1,
    item.lotCode ? lotSizesOf(item) : undefined,
  ])

/** Colours as rows; sizes, then lots as columns. */
export function gridOf(products: Product[]): Grid {
  const sizes = products.map(({ items }) => items.filter((item) => !item.lotCode))
  const lots = products.map(({ items }) => items.filter((item) => item.lotCode))
  const keys = [...mergeKeys(sizes), ...mergeKeys(lots)]
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

/** Merges lists without duplicates, keeping their order. */
function mergeKeys(lists: ProductItem[][]): string[] {
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

let index: { lines: CartLine[]; byId: Map<string, number> } | undefined

/** Indexed once per cart, since every cell asks. */
export function qtyIn(lines: CartLine[], productId: string): number {
  if (index?.lines !== lines) {
    index = { lines, byId: new Map(lines.map((line) => [line.productId, line.qty])) }
  }
  return index.byId.get(productId) ?? 0
}
