import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { At } from '#web/ui/grid/moves.ts'
import { readTable } from '#web/ui/grid/tsv.ts'
import { readCount } from '#web/ui/readCount.ts'
import type { Grid } from './gridModel.ts'

/** The cells of what was copied from a spreadsheet; without its signs, spaces stand between columns. */
export function readBlock(text: string): string[][] {
  const rows = readTable(text)
  return /[\t;"]/.test(text) ? rows : rows.map(([line = '']) => line.split(/\s+/))
}

/** A quantity for a cell. */
export type Filled = { at: At; product: Product; item: ProductItem; qty: number }
/** What became of a block: what goes into cells, and how many values there is no place for. */
export type Placed = {
  filled: Filled[]
  /** Beyond the last row or column. */
  beyond: number
  /** On cells that cannot be ordered. */
  closed: number
  /** Neither empty nor a whole number. */
  noNumbers: number
}

/** Lays a block over the grid from a cell on. An empty cell of the block empties the one below it. */
export function placeBlock(
  block: string[][],
  from: At,
  { rows }: Grid,
  isOpen: (item: ProductItem) => boolean,
): Placed {
  const placed: Placed = { filled: [], beyond: 0, closed: 0, noNumbers: 0 }
  for (const [down, values] of block.entries()) {
    for (const [along, text] of values.entries()) {
      const at = { row: from.row + down, column: from.column + along }
      const row = rows[at.row]
      const qty = text === '' ? 0 : readCount(text)
      const item = row?.items[at.column]
      if (!row || at.column >= row.items.length) placed.beyond += text === '' ? 0 : 1
      else if (qty === undefined) placed.noNumbers += 1
      else if (item && isOpen(item)) placed.filled.push({ at, product: row.product, item, qty })
      else placed.closed += qty > 0 ? 1 : 0
    }
  }
  return placed
}
