import type { Row } from '#server/tableFiles/rows.ts'
import { type Cell, cellText } from '#server/tableFiles/values.ts'
import type { Columns } from './columns.ts'

/** A row for each size that has something in its column; the row without them, if none has. */
export function rowsOfSizes({ line, cells }: Row, { sizes, width }: Columns): Row[] {
  if (sizes.length === 0) return [{ line, cells }]
  const own = width - 2
  const isBlank = (cell: Cell | undefined) => cellText(cell) === ''
  // A cell too many is refused below.
  const shared = cells.slice(own).every(isBlank) ? cells.slice(0, own) : cells
  const filled = sizes.filter(({ at }) => !isBlank(cells[at]))
  if (filled.length === 0) return [{ line, cells: [...shared, '', ''] }]
  return filled.map(({ name, at }) => ({ line, cells: [...shared, name, cells[at] ?? ''] }))
}
