import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentGroup, type DocumentLine, type OrderDocument, piecesOf } from './orderDocument.ts'
import { paper, type Sheet } from './pdfSheet.ts'
import { isolated, stepsOf, type Words } from './words.ts'

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

/** Below the rows of a group, from its texts to the end of the line. */
export function notesColumn(order: OrderDocument): Column {
  const { x } = productColumn(order)
  return { x, width: amount.x + amount.width - x }
}

export const lineHeight = 10
const rowPadding = 4
export const photoHeight = 50
export const tableHeadHeight = 18
const footerHeight = 24
export const bottom = paper.height - paper.margin - footerHeight

export type PageRow = { line: DocumentLine; name: string[]; pieces: number; height: number }

/** Rows of a group, and lines of text below them. */
type Part = { rows: PageRow[]; notes: string[] }

/** The part of a group on one page; `isContinued` if it starts on an earlier page. */
export type Block = Part & {
  group: DocumentGroup
  isContinued: boolean
  about: { text: string; isBold: boolean }[]
  /** Notes begin below. */
  rowsHeight: number
  height: number
}

/** Measured before yielding to other requests. */
const groupsPerTurn = 20
/** Larger groups are divided between pages, which would otherwise be left half empty. */
const maxUndividedHeight = (bottom - paper.margin) / 3

/** The first page has space from `firstTop`, the others from `top`. */
export async function paginate(
  order: OrderDocument,
  sheet: Sheet,
  words: Words,
  { firstTop, top, sumsHeight }: { firstTop: number; top: number; sumsHeight: number },
): Promise<{ pages: Block[][]; sumsTop: number }> {
  const pages: Block[][] = [[]]
  const { width } = productColumn(order)
  const notesOf = stepNotes(order, words)
  let y = firstTop
  const startPage = () => {
    pages.push([])
    y = top
  }
  for (const [index, group] of order.groups.entries()) {
    if (index % groupsPerTurn === groupsPerTurn - 1) await nextTurn()
    let rest: Part = {
      rows: group.lines.map((line) => rowOf(line, sheet)),
      notes: (notesOf.get(group) ?? []).flatMap((note) =>
        sheet.wrap(note, { width: notesColumn(order).width, size: 8 }),
      ),
    }
    let isContinued = false
    while (rest.rows.length + rest.notes.length > 0) {
      const about = aboutOf(group, { isContinued, width }, sheet, words)
      const photoRoom = group.photo && !isContinued ? photoHeight + rowPadding : 0
      const least = Math.max(about.length * lineHeight + rowPadding, photoRoom)
      const room = bottom - y
      const whole = partHeight(rest, least)
      const fits = rowsThatFit(rest.rows, room)
      // Keeps a group on one page if possible; otherwise avoids leaving a short start behind.
      const isBroken = whole > room && (whole <= maxUndividedHeight || least > room || fits < 2)
      if (isBroken && y > top) {
        startPage()
        continue
      }
      const { shown, remaining } = divided(rest, least, room)
      const height = partHeight(shown, least)
      pages
        .at(-1)
        ?.push({ group, isContinued, about, ...shown, rowsHeight: rowsHeight(shown, least), height })
      y += height
      rest = remaining
      isContinued = true
      if (rest.rows.length + rest.notes.length > 0) startPage()
    }
  }
  if (y + sumsHeight > bottom) startPage()
  return { pages, sumsTop: y }
}

const rowsHeight = ({ rows }: Part, least: number) => Math.max(heightOf(rows), least)

const partHeight = (part: Part, least: number) =>
  rowsHeight(part, least) + (part.notes.length > 0 ? part.notes.length * lineHeight + rowPadding : 0)

/** What there is room for on a page, at least one row or note, and the rest. */
function divided(part: Part, least: number, room: number): { shown: Part; remaining: Part } {
  const { rows, notes } = part
  const noteRoom = Math.floor((room - rowsHeight(part, least) - rowPadding) / lineHeight)
  const fits = Math.max(1, rowsThatFit(rows, room))
  // A row goes along with notes for which there is no room.
  const keptRows = noteRoom < notes.length && rows.length > 2 ? Math.min(fits, rows.length - 1) : fits
  const hasAllRows = keptRows >= rows.length
  const keptNotes = hasAllRows ? Math.max(rows.length === 0 ? 1 : 0, noteRoom) : 0
  return {
    shown: { rows: rows.slice(0, keptRows), notes: notes.slice(0, keptNotes) },
    remaining: { rows: rows.slice(keptRows), notes: notes.slice(keptNotes) },
  }
}

function rowOf(line: DocumentLine, sheet: Sheet): PageRow {
  const name = sheet.wrap(sizeOrLot(line), { width: columns.size.width, size: 8 })
  return { line, name, pieces: piecesOf(line), height: Math.max(1, name.length) * lineHeight + rowPadding }
}

const sizeOrLot = ({ sizeLabel, lotCode, lotDescription }: DocumentLine) =>
  sizeLabel || `${lotCode} ${lotDescription}`

function aboutOf(
  group: DocumentGroup,
  { isContinued, width }: { isContinued: boolean; width: number },
  sheet: Sheet,
  words: Words,
): Block['about'] {
  const code = isContinued ? words.say('document.continued', { product: group.itemCode }) : group.itemCode
  const color = `${group.colorCode} ${group.colorDescription}`
  const wrap = (text: string, isBold = false) =>
    sheet
      .wrap(text, { width, size: 8, font: isBold ? 'bold' : 'regular' })
      .map((line) => ({ text: line, isBold }))
  if (isContinued) return [...wrap(code, true), ...wrap(color)]
  return [...wrap(code, true), ...wrap(group.itemDescription), ...wrap(color), ...wrap(group.brandName)]
}

/**
 * How rules made the prices of an item, below the last of its colours that follow one another. Lines with the same steps
 * are told together, and which they are if the item has others.
 */
function stepNotes({ groups }: OrderDocument, words: Words): Map<DocumentGroup, string[]> {
  const items: DocumentGroup[][] = []
  for (const group of groups) {
    const last = items.at(-1)
    if (last?.[0]?.itemCode === group.itemCode) last.push(group)
    else items.push([group])
  }
  return new Map(
    items.flatMap((colors) => {
      const lines = colors.flatMap((group) => group.lines)
      const priced = lines.filter(({ listPrice }) => listPrice !== undefined)
      const bySteps = Map.groupBy(priced, (line) => stepsOf(line, words).join('\n'))
      const notes = [...bySteps.values()].map((alike) => {
        const which = alike.length < lines.length ? namesOf(new Set(alike), colors) : []
        const prices = alike.map(({ listPrice = 0, currency }) => words.unitPrice(listPrice, currency))
        const list = `${words.say('price.list')} ${isolated([...new Set(prices)].join(' / '), words)}`
        const steps = alike[0] ? stepsOf(alike[0], words) : []
        const parts = [colors[0]?.itemCode ?? '', ...which, list, ...steps]
        return (words.isRtl ? '\u200f' : '') + parts.map((part) => isolated(part, words)).join(' · ')
      })
      const last = colors.at(-1)
      return last ? [[last, notes] as const] : []
    }),
  )
}

/** A colour alone stands for all its lines. */
function namesOf(lines: ReadonlySet<DocumentLine>, colors: DocumentGroup[]): string[] {
  return colors.flatMap((group) => {
    const found = group.lines.filter((line) => lines.has(line))
    if (found.length === 0) return []
    const color = colors.length > 1 ? [group.colorDescription || group.colorCode] : []
    const isWhole = colors.length > 1 && found.length === group.lines.length
    return [[...color, ...(isWhole ? [] : [found.map(sizeOrLot).join(', ')])].join(' ')]
  })
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
