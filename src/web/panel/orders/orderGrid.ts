import { byCurrency, fromMinor, minorOfLine, toTicks } from '#shared/numbers/money.ts'
import { productKey } from '#web/mergeProducts.ts'
import { mergeInOrder } from '#web/ui/grid/mergeInOrder.ts'

export type GridItem = {
  productId: string
  itemCode: string
  itemDescription: string
  brandName: string
  colorCode: string
  colorDescription: string
  itemDim1Code: string
  lotCode: string
  lotDescription: string
  piecesPerLot: number
  images: string[]
  updatedDate: string
  sortOrder?: number | undefined
}
/** One item in one colour. */
export type GridRow<Item> = { key: string; first: Item; sizes: Map<string, Item>; lots: Item[] }
/** Rows that share sizes, and those sizes in order. */
export type GridBlock<Item> = { sizes: string[]; rows: GridRow<Item>[] }

/** Groups items into rows by item and colour, and rows into blocks by size. */
export function gridOf<Item extends GridItem>(items: Item[]): GridBlock<Item>[] {
  const rows = [...Map.groupBy(items, productKey)].flatMap(([key, all]) => {
    const [first] = all
    if (!first) return []
    const sorted = all.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
    const sizes = new Map(sorted.filter(({ lotCode }) => !lotCode).map((item) => [item.itemDim1Code, item]))
    return [{ key, first, sizes, lots: sorted.filter(({ lotCode }) => lotCode) }]
  })
  const blocks: GridBlock<Item>[] = []
  for (const row of rows) {
    const names = [...row.sizes.keys()]
    const match = blocks.find((block) => fitsBlock(block, row, names))
    if (match) {
      match.rows.push(row)
      match.sizes = sortSizes(mergeInOrder(match.sizes, names))
    } else blocks.push({ sizes: sortSizes(names), rows: [row] })
  }
  return blocks
}

/** For rows without a common size. */
const maxSizeColumns = 12

/**
 * Joins rows of one item, of one size notation, with a common size, or with lots only: fewer blocks need
 * fewer headings.
 */
function fitsBlock<Item extends GridItem>(
  { sizes, rows }: GridBlock<Item>,
  { first }: GridRow<Item>,
  names: string[],
): boolean {
  if (sizes.length === 0 || names.length === 0) return true
  if (rows.some((row) => row.first.itemCode === first.itemCode)) return true
  if (names.some((name) => sizes.includes(name))) return true
  const notation = sizeNotation(sizes)
  return (
    notation !== undefined &&
    notation === sizeNotation(names) &&
    mergeInOrder(sizes, names).length <= maxSizeColumns
  )
}

const letters = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']

/** 'letters', or a number pattern that fits 38, 4Y or 4-5Y. */
function sizeNotation(sizes: string[]): string | undefined {
  if (sizes.every((size) => letters.includes(size))) return 'letters'
  const patterns = new Set(sizes.map((size) => size.replaceAll(/\d+([.,]\d)?/g, '#')))
  const [pattern] = patterns
  return patterns.size === 1 && pattern?.includes('#') ? pattern : undefined
}

/** Sorts letters and numbers; other sizes keep their products' order. */
function sortSizes(sizes: string[]): string[] {
  const notation = sizes.length > 0 ? sizeNotation(sizes) : undefined
  if (notation === 'letters') return sizes.toSorted((a, b) => letters.indexOf(a) - letters.indexOf(b))
  return notation ? sizes.toSorted((a, b) => firstNumber(a) - firstNumber(b)) : sizes
}

const firstNumber = (size: string) => Number(/\d+([.,]\d)?/.exec(size)?.[0].replace(',', '.'))

/** Sizes before lots. */
export function itemsOf<Item>({ sizes, lots }: GridRow<Item>): Item[] {
  return [...sizes.values(), ...lots]
}

type SummableLine = { qty: number; piecesPerLot: number; unitPrice: number; priceCurrencyCode: string }
type Sums = { lines: number; qty: number; pieces: number; totals: { currency: string; amount: number }[] }

/** Counts a lot's pieces; never adds up currencies. */
export function sumLines(lines: SummableLine[]): Sums {
  const totals = byCurrency(
    lines.map((line) => [line.priceCurrencyCode, minorOfLine(line.qty, toTicks(line.unitPrice))]),
  )
  return {
    lines: lines.length,
    qty: lines.reduce((sum, { qty }) => sum + qty, 0),
    pieces: lines.reduce((sum, { qty, piecesPerLot }) => sum + qty * piecesPerLot, 0),
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: fromMinor(amount) })),
  }
}
