/** What of a size or lot decides where it stands in a grid. */
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
/** One item in one colour: its sizes by their names, its lots beside them. */
export type GridRow<Item> = { key: string; first: Item; sizes: Map<string, Item>; lots: Item[] }
/** Rows that share their sizes, such as all shoes of an order, and those sizes in their order. */
export type GridBlock<Item> = { sizes: string[]; rows: GridRow<Item>[] }

export const rowKeyOf = ({ itemCode, colorCode }: Pick<GridItem, 'itemCode' | 'colorCode'>) =>
  JSON.stringify([itemCode, colorCode])

/** Puts sizes and lots into rows by item and colour, in the order first seen, and rows into blocks by their sizes. */
export function gridOf<Item extends GridItem>(items: Item[]): GridBlock<Item>[] {
  const rows = [...Map.groupBy(items, rowKeyOf)].flatMap(([key, all]) => {
    const [first] = all
    if (!first) return []
    const sorted = all.toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0))
    const sizes = new Map(sorted.filter(({ lotCode }) => !lotCode).map((item) => [item.itemDim1Code, item]))
    return [{ key, first, sizes, lots: sorted.filter(({ lotCode }) => lotCode) }]
  })
  const blocks: GridBlock<Item>[] = []
  for (const row of rows) {
    const names = [...row.sizes.keys()]
    const fitting = blocks.find((block) => isAlike(block, row, names))
    if (fitting) {
      fitting.rows.push(row)
      fitting.sizes = inOrder(merged(fitting.sizes, names))
    } else blocks.push({ sizes: inOrder(names), rows: [row] })
  }
  return blocks
}

/** Columns of sizes that a block has at most, unless its rows have sizes in common. */
const mostColumns = 12

/**
 * Colours of one item belong together, and so do rows with a size in common, with sizes of one kind, or with lots
 * alone: the fewer blocks, the fewer headings.
 */
function isAlike<Item extends GridItem>(
  { sizes, rows }: GridBlock<Item>,
  { first }: GridRow<Item>,
  names: string[],
): boolean {
  if (sizes.length === 0 || names.length === 0) return true
  if (rows.some((row) => row.first.itemCode === first.itemCode)) return true
  if (names.some((name) => sizes.includes(name))) return true
  const kind = kindOf(sizes)
  return kind !== undefined && kind === kindOf(names) && merged(sizes, names).length <= mostColumns
}

const letters = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']

/** How sizes are written: in letters, or with numbers in one way, such as 38, 4Y or 4-5Y. */
function kindOf(sizes: string[]): string | undefined {
  if (sizes.every((size) => letters.includes(size))) return 'letters'
  const ways = new Set(sizes.map((size) => size.replaceAll(/\d+([.,]\d)?/g, '#')))
  const [way] = ways
  return ways.size === 1 && way?.includes('#') ? way : undefined
}

/** Letters and numbers as everybody counts them; all else as its products have it. */
function inOrder(sizes: string[]): string[] {
  const kind = sizes.length > 0 ? kindOf(sizes) : undefined
  if (kind === 'letters') return sizes.toSorted((one, other) => letters.indexOf(one) - letters.indexOf(other))
  return kind ? sizes.toSorted((one, other) => numeric(one) - numeric(other)) : sizes
}

/** The first number of a size. */
const numeric = (size: string) => Number(/\d+([.,]\d)?/.exec(size)?.[0].replace(',', '.'))

/** Both lists in one, each name once: what is new stands behind what it follows in its own list. */
function merged(sizes: string[], more: string[]): string[] {
  const all = [...sizes]
  let end = 0
  for (const name of more) {
    const known = all.indexOf(name)
    if (known < 0) all.splice(end, 0, name)
    end = (known < 0 ? end : known) + 1
  }
  return all
}

/** All items of a row, sizes before lots. */
export function itemsOf<Item>({ sizes, lots }: GridRow<Item>): Item[] {
  return [...sizes.values(), ...lots]
}

type Counted = { qty: number; piecesPerLot: number; unitPrice: number; priceCurrencyCode: string }
type Sums = { lines: number; qty: number; pieces: number; totals: { currency: string; amount: number }[] }

/** What lines come to: lots are counted by what is in them as well, and currencies are never added up. */
export function sumsOf(lines: Counted[]): Sums {
  const totals = new Map<string, number>()
  for (const { qty, unitPrice, priceCurrencyCode } of lines) {
    totals.set(
      priceCurrencyCode,
      (totals.get(priceCurrencyCode) ?? 0) + Math.round(qty * unitPrice * 100) / 100,
    )
  }
  return {
    lines: lines.length,
    qty: lines.reduce((sum, { qty }) => sum + qty, 0),
    pieces: lines.reduce((sum, { qty, piecesPerLot }) => sum + qty * piecesPerLot, 0),
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 100) / 100 })),
  }
}
