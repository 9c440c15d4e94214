import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentGroup, type DocumentLine, type OrderDocument, piecesOf } from './orderDocument.ts'
import { paper, type Sheet } from './pdfSheet.ts'
import type { Words } from './words.ts'

/** Columns of the table of lines: where they begin and how wide they are. Between them stays a gap. */
const widths = [40, 160, 111, 44, 44, 58, 66]
const gap = 6
const [photo, product, size, qty, pieces, unitPrice, amount] = widths.map((width, index) => ({
  x: paper.margin + widths.slice(0, index).reduce((sum, one) => sum + one, 0),
  width: width - gap,
})) as [Column, Column, Column, Column, Column, Column, Column]
export type Column = { x: number; width: number }
export const columns = { photo, size, qty, pieces, unitPrice, amount }

/** Without any photo in the order, its products begin where the photos would. */
export function productColumn({ groups }: OrderDocument): Column {
  if (groups.some((group) => group.photo)) return product
  return { x: photo.x + 4, width: product.x + product.width - photo.x - 4 }
}

export const lineHeight = 10
const rowPadding = 4
export const photoHeight = 50
export const tableHeadHeight = 18
const footerHeight = 24
export const bottom = paper.height - paper.margin - footerHeight

/** A size or lot, its name on as many lines as it needs. */
export type PageRow = { line: DocumentLine; name: string[]; pieces: number; height: number }

/** What of a group of lines stands on a page; `isContinued` where the page before has its beginning. */
export type Block = {
  group: DocumentGroup
  isContinued: boolean
  about: { text: string; isBold: boolean }[]
  rows: PageRow[]
  height: number
}

/** Groups measured at once before others have a turn. */
const groupsAtOnce = 20

/** Puts the lines of an order on pages: the first has room from `firstTop`, the others from `top`. */
export async function paginate(
  order: OrderDocument,
  sheet: Sheet,
  words: Words,
  { firstTop, top, sumsHeight }: { firstTop: number; top: number; sumsHeight: number },
): Promise<{ pages: Block[][]; sumsTop: number }> {
  const pages: Block[][] = [[]]
  const { width } = productColumn(order)
  let y = firstTop
  const turn = () => {
    pages.push([])
    y = top
  }
  for (const [index, group] of order.groups.entries()) {
    if (index % groupsAtOnce === groupsAtOnce - 1) await nextTurn()
    let rows = group.lines.map((line) => rowOf(line, sheet))
    let isContinued = false
    while (rows.length > 0) {
      const about = aboutOf(group, { isContinued, width }, sheet, words)
      const photoRoom = group.photo && !isContinued ? photoHeight + rowPadding : 0
      const least = Math.max(about.length * lineHeight + rowPadding, photoRoom)
      const room = bottom - y
      const whole = Math.max(heightOf(rows), least)
      const fits = rowsThatFit(rows, room)
      // A group stays together where one page can hold it; where none can, no mere beginning of it stays behind.
      const isBroken = whole > room && (whole <= bottom - top || least > room || fits < 2)
      if (isBroken && y > top) {
        turn()
        continue
      }
      const shown = rows.slice(0, Math.max(1, fits))
      const height = Math.max(heightOf(shown), least)
      pages.at(-1)?.push({ group, isContinued, about, rows: shown, height })
      y += height
      rows = rows.slice(shown.length)
      isContinued = true
      if (rows.length > 0) turn()
    }
  }
  if (y + sumsHeight > bottom) turn()
  return { pages, sumsTop: y }
}

function rowOf(line: DocumentLine, sheet: Sheet): PageRow {
  const text = line.size || `${line.lotCode} ${line.lotDescription}`
  const name = sheet.wrap(text, { width: columns.size.width, size: 8, most: 3 })
  return { line, name, pieces: piecesOf(line), height: Math.max(1, name.length) * lineHeight + rowPadding }
}

function aboutOf(
  group: DocumentGroup,
  { isContinued, width }: { isContinued: boolean; width: number },
  sheet: Sheet,
  { say }: Words,
): Block['about'] {
  const plain = (text: string, most: number) =>
    sheet.wrap(text, { width, size: 8, most }).map((line) => ({ text: line, isBold: false }))
  const code = isContinued ? say('document.continued', { product: group.itemCode }) : group.itemCode
  const color = `${group.colorCode} ${group.colorDescription}`
  if (isContinued) return [{ text: code, isBold: true }, ...plain(color, 1)]
  return [
    { text: code, isBold: true },
    ...plain(group.itemDescription, 2),
    ...plain(color, 1),
    ...plain(group.brand, 1),
  ]
}

const heightOf = (rows: PageRow[]) => rows.reduce((sum, row) => sum + row.height, 0)

function rowsThatFit(rows: PageRow[], room: number): number {
  let left = room
  const first = rows.findIndex((row) => {
    left -= row.height
    return left < 0
  })
  return first === -1 ? rows.length : first
}
