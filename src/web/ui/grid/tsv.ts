/**
 * Parses cells copied from a spreadsheet, separated by tabs, else semicolons; quoted cells may contain both.
 * Drops trailing empty lines.
 */
export function readTable(text: string): string[][] {
  const separator = text.includes('\t') || !text.includes(';') ? '\t' : ';'
  const rows: string[][] = [[]]
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'gy',
  )
  for (;;) {
    const [whole = '', quotedText, plain = '', end] = cell.exec(text) ?? []
    rows.at(-1)?.push((quotedText === undefined ? plain : quotedText.replaceAll('""', '"')).trim())
    if (!end || whole === '') break
    if (end !== separator) rows.push([])
  }
  while (rows.length > 1 && rows.at(-1)?.join('\t') === '') rows.pop()
  return rows
}

export function writeTable(rows: string[][]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

const quoted = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
