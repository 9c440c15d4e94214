/**
 * The cells of what was copied from a spreadsheet: lines, and tabs between columns; else semicolons. A cell in quotes
 * may hold either. Empty lines at the end are none.
 */
export function readTable(text: string): string[][] {
  const separator = text.includes('\t') || !text.includes(';') ? '\t' : ';'
  const rows: string[][] = [[]]
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'gy',
  )
  for (;;) {
    const [whole = '', quoted, plain = '', end] = cell.exec(text) ?? []
    rows.at(-1)?.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    if (!end || whole === '') break
    if (end !== separator) rows.push([])
  }
  while (rows.length > 1 && rows.at(-1)?.join('\t') === '') rows.pop()
  return rows
}

/** Cells as spreadsheets take them. */
export function writeTable(rows: string[][]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

const quoted = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
