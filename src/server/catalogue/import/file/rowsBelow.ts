import type { Questions } from '#server/tableFiles/questions.ts'
import type { Row } from '#server/tableFiles/rows.ts'
import { cellText } from '#server/tableFiles/values.ts'
import type { Columns, PlainColumn } from './columns.ts'

const ofItem: PlainColumn[] = ['itemCode', 'itemDescription', 'brandName', 'categoryName']
const ofColor: PlainColumn[] = ['colorCode', 'colorDescription']

/**
 * Gives rows what stands once above them, as in merged cells: those that lack code, name, brand and category, but have
 * something else. They keep a colour of their own.
 */
export function belowOthers(
  { at, attributes, texts, identity }: Columns,
  questions: Questions,
): (row: Row) => Row {
  const placesOf = (columns: PlainColumn[]) => columns.flatMap((column) => at.get(column) ?? [])
  const item = placesOf(ofItem)
  const color = placesOf(ofColor)
  const others = [...attributes, ...texts].map((column) => column.at)
  let above: Row | undefined
  return (row) => {
    const isBlank = (place: number) => cellText(row.cells[place]) === ''
    const from = above
    if (identity !== 'codes' || !from || !item.every(isBlank)) {
      above = row
      return row
    }
    const line = `${cellText(from.cells[at.get('itemCode') ?? -1])} → ${row.line}`
    if (questions.ask('rowsBelow', 'itemCode', line) !== 'above') return row
    const places = [...item, ...(color.every(isBlank) ? color : []), ...others.filter(isBlank)]
    const cells = [...row.cells]
    for (const place of places) cells[place] = from.cells[place] ?? ''
    above = { line: row.line, cells }
    return above
  }
}
