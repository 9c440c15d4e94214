import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentGroup, type DocumentLine, type OrderDocument, piecesOf } from './orderDocument.ts'
import { paper, type Sheet } from './pdfSheet.ts'
import { stepsOf, type Words } from './words.ts'

/** In points, including the gaps. */
const widths = [40, 160, 111, 44, 44, 58, 66]
const gap = 6
const [photo, product, size, qty, pieces, unitPrice, amount] = widths.map((width, index) => ({
  x: paper.margin + widths.slice(0, index).reduce((sum, one) => sum + one, 0),
  width: width - gap,
})) as [Column, Column, Column, Column, Column, Column, Column]
export type Column = { x: number; width: number }
export const columns = { photo, size, qty, pieces, unitPrice, amount }

/** Without photos, products use the photo column too. */
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

export type PageRow = { line: DocumentLine; name: string[]; pieces: number; height: number }

/** The part of a group on one page; `isContinued` if it starts on an earlier page. */
export type Block = {
  group: DocumentGroup
  isContinued: boolean
  about: { text: string; isBold: boolean }[]
  rows: PageRow[]
  height: number
}

/** Measured before yielding to other requests. */
const groupsPerTurn = 20

/** The first page has space from `firstTop`, the others from `top`. */
export async function paginate(
  order: OrderDocument,
  sheet: Sheet,
  words: Words,
  { firstTop, top, sumsHeight }: { firstTop: number; top: number; sumsHeight: number },
): Promise<{ pages: Block[][]; sumsTop: number }> {
  const pages: Block[][] = [[]]
  const { width } = productColumn(order)
  let y = firstTop
  const startPage = () => {
    pages.push([])
    y = top
  }
  for (const [index, group] of order.groups.entries()) {
    if (index % groupsPerTurn === groupsPerTurn - 1) await nextTurn()
    let rows = group.lines.map((line) => rowOf(line, sheet))
    let isContinued = false
    while (rows.length > 0) {
      const about = aboutOf(group, { isContinued, width }, sheet, words)
      const photoRoom = group.photo && !isContinued ? photoHeight + rowPadding : 0
      const least = Math.max(about.length * lineHeight + rowPadding, photoRoom)
      const room = bottom - y
      const whole = Math.max(heightOf(rows), least)
      const fits = rowsThatFit(rows, room)
      // Keeps a group on one page if possible; otherwise avoids leaving a short start behind.
      const isBroken = whole > room && (whole <= bottom - top || least > room || fits < 2)
      if (isBroken && y > top) {
        startPage()
        continue
      }
      const shown = rows.slice(0, Math.max(1, fits))
      const height = Math.max(heightOf(shown), least)
      pages.at(-1)?.push({ group, isContinued, about, rows: shown, height })
      y += height
      rows = rows.slice(shown.length)
      isContinued = true
      if (rows.length > 0) startPage()
    }
  }
  if (y + sumsHeight > bottom) startPage()
  return { pages, sumsTop: y }
}

function rowOf(line: DocumentLine, sheet: Sheet): PageRow {
  const text = line.sizeLabel || `${line.lotCode} ${line.lotDescription}`
  const name = sheet.wrap(text, { width: columns.size.width, size: 8, maxLines: 3 })
  return { line, name, pieces: piecesOf(line), height: Math.max(1, name.length) * lineHeight + rowPadding }
}

function aboutOf(
  group: DocumentGroup,
  { isContinued, width }: { isContinued: boolean; width: number },
  sheet: Sheet,
  words: Words,
): Block['about'] {
  const { say } = words
  const plain = (text: string, maxLines: number) =>
    sheet.wrap(text, { width, size: 8, maxLines }).map((line) => ({ text: line, isBold: false }))
  const code = isContinued ? say('document.continued', { product: group.itemCode }) : group.itemCode
  const color = `${group.colorCode} ${group.colorDescription}`
  if (isContinued) return [{ text: code, isBold: true }, ...plain(color, 1)]
  return [
    { text: code, isBold: true },
    ...plain(group.itemDescription, 2),
    ...plain(color, 1),
    ...plain(group.brandName, 1),
    ...whysOf(group, words).flatMap((why) => plain(why, 3)),
  ]
}

/** Each way in which rules made a price of the group's lines, once. */
function whysOf({ lines }: DocumentGroup, words: Words): string[] {
  const whys = lines.flatMap((line) =>
    line.listPrice === undefined
      ? []
      : `${words.money(line.listPrice, line.currency)} · ${stepsOf(line, words)}`,
  )
  return [...new Set(whys)]
}

const heightOf = (rows: PageRow[]) => rows.reduce((sum, row) => sum + row.height, 0)

function rowsThatFit(rows: PageRow[], room: number): number {
  let remaining = room
  const first = rows.findIndex((row) => {
    remaining -= row.height
    return remaining < 0
  })
  return first === -1 ? rows.length : first
}
