/** The grid is in memory twice during hand-over. */
export const fileLimits = { rows: 100_000, columns: 1000, cells: 2_000_000 }

const lineFeed = 10
const carriageReturn = 13

/** Counted, because parsing would block the page. */
export function isTooLong(text: string, separator: string): boolean {
  const separatorCode = separator.charCodeAt(0)
  let rows = 1
  let columns = 1
  let cells = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isEnd = code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)
    // Nothing after the last line end is a row.
    if ((!isEnd && code !== separatorCode) || at === text.length - 1) continue
    cells += 1
    columns = isEnd ? 1 : columns + 1
    if (isEnd) rows += 1
    if (rows > fileLimits.rows || columns > fileLimits.columns || cells > fileLimits.cells) return true
  }
  return false
}
