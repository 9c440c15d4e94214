import { type ExportColumn, headingOf, type Voice } from './columns.ts'
import { type Cell, cellStyles, type Sheet } from './workbook.ts'

/** The header is frozen, columns are filterable. */
export function listSheet<Row>(
  name: string,
  columns: ExportColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  voice: Voice,
): Sheet {
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [columns.map((column) => ({ value: headingOf(column, voice), style: cellStyles.heading }))]
    for await (const batch of batches)
      yield batch.map((row) => columns.map((column) => cellOf(column, row, voice)))
  }
  return {
    name,
    isRightToLeft: voice.language === 'ar',
    widths: columns.map(({ kind, width }) => width ?? defaultWidths[kind]),
    frozenRows: 1,
    hasFilter: true,
    rows: rows(),
  }
}

const defaultWidths = { text: 24, whole: 10, money: 14, instant: 17 }

const minuteMs = 60_000

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice): Cell {
  const style = cellStyles[column.kind]
  if (column.kind === 'text') return { value: column.value(row, voice), style }
  if (column.kind !== 'instant') return { value: column.value(row), style }
  const instant = column.value(row)
  if (!instant) return { value: undefined, style }
  return { value: new Date(Math.round(voice.clock(instant).getTime() / minuteMs) * minuteMs), style }
}
