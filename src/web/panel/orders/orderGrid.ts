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

/** Colours of one item belong together, and so do rows with a size in common; letters all make one run. */
function isAlike<Item extends GridItem>(
  { sizes, rows }: GridBlock<Item>,
  { first, lots }: GridRow<Item>,
  names: string[],
): boolean {
  if (rows.some((row) => row.first.itemCode === first.itemCode)) return true
  if (names.length === 0) return sizes.length === 0 && lots.length > 0
  return names.some((name) => sizes.includes(name)) || (areLetters(names) && areLetters(sizes))
}

const letters = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']
const areLetters = (sizes: string[]) => sizes.length > 0 && sizes.every((size) => letters.includes(size))
const areNumbers = (sizes: string[]) => sizes.every((size) => /^\d+([.,]\d)?$/.test(size))

/** Letters and numbers as everybody counts them; all else as its products have it. */
function inOrder(sizes: string[]): string[] {
  if (areLetters(sizes)) return sizes.toSorted((one, other) => letters.indexOf(one) - letters.indexOf(other))
  if (areNumbers(sizes)) return sizes.toSorted((one, other) => numeric(one) - numeric(other))
  return sizes
}

const numeric = (size: string) => Number(size.replace(',', '.'))

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
