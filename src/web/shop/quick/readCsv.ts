import { delimiterOf } from '#shared/imports/delimiter.ts'
import { readTable } from '#web/ui/grid/table.ts'
import type { Grid } from './columns.ts'
import { isTooLong } from './fileLimits.ts'
import { plainCell } from './formulas.ts'

/** Undefined if too large. */
export function readCsv(text: string): Grid | undefined {
  const delimiter = delimiterOf(text)
  if (isTooLong(text, delimiter)) return undefined
  return (
    spacedRows(text) ??
    readTable(text.replace(/^\ufeff?(?:sep=.\r?\n)?/, ''), delimiter)
      .filter((row) => row.length > 1 || row[0] !== '')
      .map((row) => row.map(plainCell))
  )
}

/** Data terminal output: barcode, spaces, quantity. */
export function spacedRows(text: string): string[][] | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim())
  const matching = rows.filter((row) => /^\s*\d{8,14} +\d{1,6}\s*$/.test(row)).length
  if (matching === 0 || matching < rows.length * 0.8) return undefined
  return rows.map((row) => {
    const [, before = '', last = ''] = /^(.*?)\s*(\S+)$/.exec(row.trim()) ?? []
    return before ? [before, last] : [last]
  })
}
