import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { lotSizesOf } from '#shared/catalogue/lots.ts'
import { variantLabel } from '#web/sizes.ts'
import { mergeInOrder } from '#web/ui/grid/mergeInOrder.ts'
import { type CellPosition, layBlock } from '#web/ui/grid/moves.ts'
import { readTable } from '#web/ui/grid/table.ts'
import { readCount } from '#web/ui/readCount.ts'
import type { CartLine } from '../cart/stored/cart.ts'
import type { Offer } from '../pricing/pricing.ts'

type Price = { unitPrice: number; currencyCode: string }
/** A size or lot; each colour may have it. */
export type Column = {
  key: string
  name: string
  /** Undefined for sizes. */
  lot?: Pick<ProductItem, 'lotDescription' | 'piecesPerLot' | 'lotSizes'>
  /** A cell with the price of most; others show their own. */
  usual?: Offer
}
/** A colour, with an item per column. */
export type Row = { product: Product; items: (ProductItem | undefined)[] }
/** Columns beside each other with the same price; `span`: how many. */
export type PriceGroup = { key: string; usual: Offer | undefined; span: number }
export type Grid = { rows: Row[]; columns: Column[]; priceGroups: PriceGroup[] }

export function priceOf({
  unitPrice,
  currencyCode,
}: Pick<ProductItem, 'unitPrice' | 'currencyCode'>): Price | undefined {
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
  const keys = [sizes, lots].flatMap((lists) =>
    lists.map((items) => items.map(keyOf)).reduce(mergeInOrder, []),
  )
  const byKey = products.map(({ items }) => new Map(items.map((item) => [keyOf(item), item])))
  const columns = keys.map((key) =>
    columnOf(
      key,
      products.flatMap((product, row) => {
        const item = byKey[row]?.get(key)
        return item ? [{ product, item }] : []
      }),
    ),
  )
  return {
    rows: products.map((product, row) => ({ product, items: keys.map((key) => byKey[row]?.get(key)) })),
    columns,
    priceGroups: priceGroupsOf(columns),
  }
}

function priceGroupsOf(columns: Column[]): PriceGroup[] {
  const groups: PriceGroup[] = []
  for (const { key, usual } of columns) {
    const last = groups.at(-1)
    if (last && isPricedAlike(last.usual, usual)) last.span += 1
    else groups.push({ key, usual, span: 1 })
  }
  return groups
}

/** Rules are for products, and by pieces. */
const isPricedAlike = (one: Offer | undefined, other: Offer | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.product === other.product &&
  isSamePrice(priceOf(one.item), priceOf(other.item)) &&
  one.item.piecesPerLot === other.item.piecesPerLot

function columnOf(key: string, items: Offer[]): Column {
  const [first] = items.map(({ item }) => item)
  const usual = usualOffer(items)
  return {
    key,
    name: first ? variantLabel(first) : '',
    ...(first?.lotCode ? { lot: first } : {}),
    ...(usual ? { usual } : {}),
  }
}

/** One with the most frequent price. */
function usualOffer(offers: Offer[]): Offer | undefined {
  const counts = new Map<string, { offer: Offer; count: number }>()
  for (const offer of offers) {
    const price = priceOf(offer.item)
    if (!price) continue
    const key = `${price.unitPrice} ${price.currencyCode}`
    counts.set(key, { offer: counts.get(key)?.offer ?? offer, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.offer
}

let index: { lines: CartLine[]; byId: Map<string, number> } | undefined

/** Indexed once per cart, since every cell asks. */
export function qtyIn(lines: CartLine[], productId: string): number {
  if (index?.lines !== lines) {
    index = { lines, byId: new Map(lines.map((line) => [line.productId, line.qty])) }
  }
  return index.byId.get(productId) ?? 0
}

/** Reads spreadsheet cells, or text with spaces between columns. */
export function readBlock(text: string): string[][] {
  const rows = readTable(text)
  return /[\t;"]/.test(text) ? rows : rows.map(([line = '']) => line.split(/\s+/))
}

export type FilledCell = { at: CellPosition; product: Product; item: ProductItem; qty: number }
/** Cells to fill, and counts of values that do not fit. */
export type PlacedBlock = {
  filled: FilledCell[]
  beyond: number
  /** Cells that cannot be ordered. */
  closed: number
  /** Neither empty nor whole numbers. */
  noNumbers: number
}

/** Lays a block over the grid; its empty cells clear theirs. */
export function placeBlock(
  block: string[][],
  from: CellPosition,
  { rows }: Grid,
  isOpen: (item: ProductItem) => boolean,
): PlacedBlock {
  const placed: PlacedBlock = { filled: [], beyond: 0, closed: 0, noNumbers: 0 }
  for (const { at, text } of layBlock(block, from)) {
    const row = rows[at.row]
    const qty = text === '' ? 0 : readCount(text)
    const item = row?.items[at.column]
    if (!row || at.column >= row.items.length) placed.beyond += text === '' ? 0 : 1
    else if (qty === undefined) placed.noNumbers += 1
    else if (item && isOpen(item)) placed.filled.push({ at, product: row.product, item, qty })
    else placed.closed += qty > 0 ? 1 : 0
  }
  return placed
}
