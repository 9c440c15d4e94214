import type { Product, ProductItem } from '#shared/catalogue.ts'
import { type CellPosition, layBlock } from '#web/ui/grid/moves.ts'
import { readTable } from '#web/ui/grid/table.ts'
import { readCount } from '#web/ui/readCount.ts'
import type { Grid } from './gridModel.ts'

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
