import { detectLayout, type Grid, type Layout } from './columns.ts'
import { plainCell } from './formulas.ts'
import { isWholeHead } from './headerWords.ts'
import type { ReadLine } from './orderLine.ts'
import { readLine, readSizes, widthsOf } from './readText.ts'

/** Lines, or a table whose columns must be confirmed. */
type Pasted = { kind: 'lines'; lines: ReadLine[] } | { kind: 'table'; grid: Grid; layout: Layout }

/** A table has headers, over four columns, or rows that take their code from above. */
export function readPasted(text: string): Pasted {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim())
  const separator = ['\t', ';', '|', ','].find(
    (one) => rows.filter((row) => row.includes(one)).length > rows.length / 2,
  )
  if (separator && rows.length > 1) {
    const grid = rows.map((row) => row.split(separator).map(plainCell))
    const layout = detectLayout(grid)
    const isWide = grid.some((row) => row.length > 4)
    const hasBlocks = grid.slice(1).some(([code, ...rest]) => code === '' && rest.filter(Boolean).length > 1)
    if (layout.head !== undefined || isWide || hasBlocks) return { kind: 'table', grid, layout }
  }
  const widths = widthsOf(rows)
  const lines = rows.flatMap((row) => readSizes(row) ?? readLine(row, widths) ?? [])
  return { kind: 'lines', lines: withoutHead(lines) }
}

/** Drops a first line of only header words (`Kod Adet`). */
function withoutHead(lines: ReadLine[]): ReadLine[] {
  const [first] = lines
  if (!first || lines.length < 2 || /\d/.test(first.original)) return lines
  return first.original.trim().split(/\s+/).every(isWholeHead) ? lines.slice(1) : lines
}
