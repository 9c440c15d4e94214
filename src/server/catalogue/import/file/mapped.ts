import type { Row, Table } from './rows.ts'
import { shorten, slug } from './shopify.ts'
import { type Cell, cellText, eraseMark, isErrorCell } from './values.ts'

/**
 * How a file's columns are read. `priceGroup` is that of prices which name none, `currencyCode` that of all prices
 * without a column for it, '' where these keep theirs.
 */
export type Mapping = { targets: string[]; headRow: number; priceGroup: string; currencyCode: string }

/** The names that the importer knows for what the columns are read as. A colour by name has a code and a name. */
export function mappedHeader({ targets, priceGroup }: Mapping): string[] {
  const header = targets.map((target) => {
    if (target === 'color') return 'colorCode'
    return target === 'price' || target === 'currency' ? `${target}${priceGroup}` : target
  })
  return targets.includes('color') ? [...header, 'colorDescription'] : header
}

/** A file's table with its columns called what they are read as, from its row of headings on. */
export function mapTable(table: Table, mapping: Mapping): Table {
  const { targets } = mapping
  const color = targets.indexOf('color')
  async function* rows(): AsyncGenerator<Row> {
    let before = mapping.headRow
    for await (const { line, cells } of table.rows) {
      if (before > 0) {
        before -= 1
        continue
      }
      const all = table.isRagged ? padded(cells, targets.length) : cells
      yield { line, cells: color < 0 ? all : withColor(all, color, targets.length) }
    }
  }
  return { header: mappedHeader(mapping), rows: rows(), progress: table.progress }
}

function padded(cells: Cell[], width: number): Cell[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]
}

/** The colour's code in its place, and its name behind the file's own columns. A row that is too short stays so. */
function withColor(cells: Cell[], at: number, width: number): Cell[] {
  if (cells.length < width) return cells
  if (isErrorCell(cells[at])) return [...cells.slice(0, width), '', ...cells.slice(width)]
  const name = cellText(cells[at])
  const code = name === '' || name === eraseMark ? '' : shorten(slug(name), 10)
  return [...cells.slice(0, width).with(at, code), name, ...cells.slice(width)]
}
