import type { Row, Table } from './rows.ts'
import { shorten, slug } from './shopify.ts'
import { type Cell, cellText, eraseMark, isErrorCell } from './values.ts'

/**
 * How a file's columns are read. `priceGroup` applies to prices without a group, `currencyCode` to prices without a
 * currency column ('': they keep theirs).
 */
export type Mapping = { targets: string[]; headRow: number; priceGroup: string; currencyCode: string }

/** One column of colour names becomes a code and a name. */
export function mappedHeader({ targets, priceGroup }: Mapping): string[] {
  const header = targets.map((target) => {
    if (target === 'color') return 'colorCode'
    return target === 'price' || target === 'currency' ? `${target}${priceGroup}` : target
  })
  return targets.includes('color') ? [...header, 'colorDescription'] : header
}

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

/** Short rows stay unchanged, so they are reported. */
function withColor(cells: Cell[], at: number, width: number): Cell[] {
  if (cells.length < width) return cells
  if (isErrorCell(cells[at])) return [...cells.slice(0, width), '', ...cells.slice(width)]
  const name = cellText(cells[at])
  const code = name === '' || name === eraseMark ? '' : shorten(slug(name), 10)
  return [...cells.slice(0, width).with(at, code), name, ...cells.slice(width)]
}
