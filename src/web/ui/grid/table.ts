/**
 * Parses tabular text: cells copied from a spreadsheet, or a file. Without `separator`: tabs, else semicolons.
 * Quoted cells may contain separators and lines; other quotes are text. Drops trailing empty lines.
 */
export function readTable(
  text: string,
  separator = text.includes('\t') || !text.includes(';') ? '\t' : ';',
): string[][] {
  const rows: string[][] = [[]]
  const end = separator === '|' ? '\\|' : separator
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)" *(?=[${end}\\r\\n]|$)|([^${end}\\r\\n]*))(${end}|\\r\\n|\\r|\\n|$)`,
    'gy',
  )
  for (;;) {
    const [whole = '', quotedText, plain = '', ending] = cell.exec(text) ?? []
    rows.at(-1)?.push((quotedText === undefined ? plain : quotedText.replaceAll('""', '"')).trim())
    if (!ending || whole === '') break
    if (ending !== separator) rows.push([])
  }
  while (rows.length > 1 && rows.at(-1)?.join('\t') === '') rows.pop()
  return rows
}

export function writeTable(rows: string[][]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

const quoted = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
