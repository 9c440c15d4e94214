import { parse } from 'csv-parse/browser/esm/sync'
import type { Grid } from './columns.ts'
import { isTooLong } from './fileLimits.ts'
import { plainCell } from './formulas.ts'
import { separatorOf, spacedRows } from './separatorOf.ts'

/** Undefined if too large. */
export function readCsv(text: string): Grid | undefined {
  const delimiter = separatorOf(text)
  if (isTooLong(text, delimiter)) return undefined
  const spaced = spacedRows(text)
  if (spaced) return spaced
  try {
    const rows = parse(text.replace(/^\ufeff?(?:sep=.\r?\n)?/, ''), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return rows.map((row) => row.map(plainCell))
  } catch {
    // Unclosed quote: split line by line.
    return text.split(/\r\n?|\n/).map((row) => row.split(delimiter))
  }
}
