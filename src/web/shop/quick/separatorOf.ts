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
