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

const defaultWidths = {
  text: 24,
  mixed: 24,
  whole: 10,
  serial: 10,
  money: 14,
  unitPrice: 14,
  instant: 17,
  day: 12,
}

const minuteMs = 60_000

function cellOf<Row>(column: ExportColumn<Row>, row: Row, voice: Voice): Cell {
  if (column.kind === 'text' || column.kind === 'mixed') return textCell(column.value(row, voice))
  const style = cellStyles[column.kind]
  if (column.kind === 'day') {
    const day = column.value(row)
    return { value: day ? new Date(`${day}T00:00:00Z`) : undefined, style }
  }
  if (column.kind !== 'instant') return { value: column.value(row), style }
  const instant = column.value(row)
  if (!instant) return { value: undefined, style }
  return { value: new Date(Math.round(voice.clock(instant).getTime() / minuteMs) * minuteMs), style }
}

/** Old versions of Excel show no longer text in such a cell. */
const maxLiteralLength = 255

function textCell(value: string | number | undefined): Cell {
  if (typeof value === 'number') return { value, style: cellStyles.number }
  const isLiteral = value !== undefined && /\d/.test(value) && value.length <= maxLiteralLength
  return { value, style: isLiteral ? cellStyles.literal : cellStyles.text }
}
