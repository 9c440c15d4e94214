const separators = ['\t', ';', '|', ',']

/** The separator that divides most lines into the same number of parts. */
export function separatorOf(text: string): string {
  const rows = text
    .split(/\r\n?|\n/, 60)
    .filter((row) => row.trim())
    .map((row) => row.replace(/"[^"]*"/g, ''))
  const points = separators.map((separator) => {
    const counts = rows.map((row) => row.split(separator).length - 1).filter(Boolean)
    const usual = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length))
    return usual * 10 + counts.length
  })
  return separators[points.indexOf(Math.max(...points))] ?? ';'
}

/** The rows of what a data terminal has written, a barcode and a quantity with nothing but spaces between. */
export function spacedRows(text: string): string[][] | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim())
  const fitting = rows.filter((row) => /^\s*\d{8,14} +\d{1,6}\s*$/.test(row)).length
  if (fitting === 0 || fitting < rows.length * 0.8) return undefined
  return rows.map((row) => {
    const [, before = '', last = ''] = /^(.*?)\s*(\S+)$/.exec(row.trim()) ?? []
    return before ? [before, last] : [last]
  })
}
