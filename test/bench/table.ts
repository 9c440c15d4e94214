/** A Markdown table. Columns after the first are aligned to the right. */
export function table(rows: string[][]): string[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.slice(1).map(line)]
}

/** `–` if there is none. Three digits, or whole above 100. */
export function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  if (Math.abs(value) >= 100) return value.toLocaleString('en', { maximumFractionDigits: 0 })
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3)
}

export const megabytes = (bytes: number | undefined) => figure(bytes === undefined ? bytes : bytes / 2 ** 20)
