import { readTable } from '#web/ui/grid/table.ts'
import type { Grid } from './columns.ts'
import { isTooLong } from './fileLimits.ts'
import { plainCell } from './formulas.ts'

/** Undefined if too large. */
export function readCsv(text: string): Grid | undefined {
  const separator = separatorOf(text)
  if (isTooLong(text, separator)) return undefined
  return (
    spacedRows(text) ??
    readTable(text.replace(/^\ufeff?(?:sep=.\r?\n)?/, ''), separator)
      .filter((row) => row.length > 1 || row[0] !== '')
      .map((row) => row.map(plainCell))
  )
}

const separators = ['\t', ';', '|', ',']

/** Gives most lines the same number of parts. */
export function separatorOf(text: string): string {
  const rows = text
    .split(/\r\n?|\n/, 60)
    .filter((row) => row.trim())
    .map((row) => row.replace(/"[^"]*"/g, ''))
  const scores = separators.map((separator) => {
    const counts = rows.map((row) => row.split(separator).length - 1).filter(Boolean)
    const usual = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length))
    return usual * 10 + counts.length
  })
  return separators[scores.indexOf(Math.max(...scores))] ?? ';'
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
