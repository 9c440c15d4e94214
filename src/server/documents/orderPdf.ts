import { setImmediate as nextTurn } from 'node:timers/promises'
import { amountOfLine } from '#shared/numbers/money.ts'
import type { OrderDocument } from './orderDocument.ts'
import {
  type Block,
  bottom,
  type Column,
  columns,
  lineHeight,
  notesColumn,
  paginate,
  photoHeight,
  productColumn,
  tableHeadHeight,
} from './pdfPages.ts'
import { contentWidth, type Font, openSheet, paper, type Sheet } from './pdfSheet.ts'
import { type PictureSource, picturesAt, printedLogo, thumbOf } from './photos.ts'
import { headOf, isolated, partiesOf, sumsOf, titleOf, titleOfAll, type Words } from './words.ts'

/** `photos`: store keys by content hash. */
type PdfContext = PictureSource & { company: string; logo?: string; photos: Record<string, string> }

const mutedColor = '#55606d'
const { margin } = paper
const logoBox = { width: 150, height: 44 }
const headRow = 13
const sumRow = 15

/** Yields to other requests after each page. */
export async function orderPdf(orders: OrderDocument[], words: Words, context: PdfContext): Promise<Buffer> {
  const { language, isRtl } = words
  const sheet = await openSheet({
    title: titleOfAll(orders, words),
    author: context.company,
    language,
    isRtl,
  })
  const draw = await orderDrawer(sheet, words, context)
  for (const order of orders) await draw(order, context.photos)
  return sheet.close()
}

/** Each call draws an order; `photos` are store keys by content hash. */
export async function orderDrawer(sheet: Sheet, words: Words, context: Omit<PdfContext, 'photos'>) {
  const pictures = picturesAt(context.place)
  const openImage = async (bytes: Promise<Buffer | undefined>) => {
    const image = await bytes
    return image && sheet.openPicture(image)
  }
  const logo = context.logo ? await openImage(printedLogo(pictures, context.logo)) : undefined
  const thumbs = new Map<string, Promise<Thumb>>()
  const thumb = (key: string) => {
    const known = thumbs.get(key) ?? openImage(thumbOf(pictures, key))
    thumbs.set(key, known)
    return known
  }
  return (order: OrderDocument, photos: Record<string, string>) =>
    drawOrder(sheet, words, order, { company: context.company, photos, thumb, logo })
}

type Thumb = ReturnType<Sheet['openPicture']> | undefined
type Drawing = Pick<PdfContext, 'company' | 'photos'> & {
  thumb: (key: string) => Promise<Thumb>
  logo: Thumb
}

async function drawOrder(
  sheet: Sheet,
  words: Words,
  order: OrderDocument,
  { company, photos, thumb, logo }: Drawing,
): Promise<void> {
  const title = titleOf(order, words)
  const facts = headOf(order, words).map(([name, value]) => ({
    name,
    lines: sheet.wrap(value, { width: contentWidth - factsIndent, size: 9 }),
  }))
  const columnsOfParties = partyColumns(sheet, order, words)
  const factsTop = margin + 64 + Math.max(...columnsOfParties.map((lines) => lines.length)) * headRow + 8
  const tableTop = factsTop + facts.reduce((sum, { lines }) => sum + lines.length * headRow, 0) + 10
  const { pages, sumsTop } = await paginate(order, sheet, words, {
    firstTop: tableTop + tableHeadHeight,
    top: margin + tableHeadHeight,
    sumsHeight: 10 + sumsOf(order, words).length * sumRow,
  })
  const [product, note] = [productColumn(order), notesColumn(order)]
  for (const [index, blocks] of pages.entries()) {
    const thumbs = await Promise.all(
      blocks.map(async ({ group, isContinued }) => {
        const key = isContinued ? undefined : photos[group.photo ?? '']
        return key ? thumb(key) : undefined
      }),
    )
    sheet.newPage()
    const isFirst = index === 0
    if (isFirst) drawHead(sheet, { company, title, logo, parties: columnsOfParties, facts, factsTop })
    let y = isFirst ? tableTop : margin
    if (blocks.length > 0) drawTableHead(sheet, words, y)
    y += tableHeadHeight
    for (const [at, block] of blocks.entries()) {
      drawBlock(sheet, words, block, { y, product, note, thumb: thumbs[at] })
      y += block.height
    }
    if (index === pages.length - 1) drawSums(sheet, words, order, sumsTop + 10)
    const footer = words.say('document.page', { page: index + 1, pages: pages.length })
    drawFooter(sheet, `${company} · ${isolated(title, words)}`, footer)
    await nextTurn()
  }
}

const factsIndent = 140

type Head = {
  company: string
  title: string
  logo: Thumb
  parties: PartyLine[][]
  facts: { name: string; lines: string[] }[]
  factsTop: number
}

function drawHead(sheet: Sheet, { company, title, logo, parties, facts, factsTop }: Head): void {
  const half = contentWidth / 2
  if (logo) sheet.picture(logo, { x: margin, y: margin, ...logoBox })
  else sheet.put(company, { x: margin, y: margin + 8, width: half, size: 14, font: 'bold' })
  sheet.put(title, { x: margin + half, y: margin + 6, width: half, size: 17, font: 'bold', align: 'end' })
  sheet.rule(margin + 52)
  for (const [column, lines] of parties.entries()) {
    const x = margin + column * (partyWidth + partyGap)
    for (const [index, { text, ...style }] of lines.entries())
      sheet.put(text, { ...style, x, y: margin + 58 + index * headRow, width: partyWidth, size: 9 })
  }
  let y = factsTop
  sheet.rule(y - 6)
  for (const { name, lines } of facts) {
    sheet.put(name, { x: margin, y, width: factsIndent - 8, size: 9, color: mutedColor })
    for (const line of lines) {
      sheet.put(line, { x: margin + factsIndent, y, width: contentWidth - factsIndent, size: 9 })
      y += headRow
    }
  }
}

const partyGap = 20
const partyWidth = (contentWidth - partyGap) / 2
type PartyLine = { text: string; font?: 'bold'; color?: string }

/** The branch is below the customer. */
function partyColumns(sheet: Sheet, order: OrderDocument, words: Words): PartyLine[][] {
  const [seller = [], ...buyers] = partiesOf(order, words).map(({ role, name, lines }) => {
    const wrap = (text: string, font: Font) => sheet.wrap(text, { width: partyWidth, size: 9, font })
    return [
      { text: role, color: mutedColor },
      ...wrap(name, 'bold').map((text) => ({ text, font: 'bold' as const })),
      ...lines.flatMap((line) => wrap(line, 'regular').map((text) => ({ text }))),
    ]
  })
  return [seller, buyers.flat()]
}

function drawTableHead(sheet: Sheet, { say }: Words, y: number): void {
  sheet.fill(margin, y, contentWidth, tableHeadHeight - 2, '#e8edf3')
  const at = { y: y + 4, size: 7.5, font: 'bold' } as const
  sheet.put(say('order.product'), { ...at, x: margin + 4, width: columns.size.x - margin - 8 })
  sheet.put(say('document.sizeOrLot'), { ...at, ...columns.size })
  sheet.putNumber(say('document.qty'), { ...at, ...columns.qty })
  sheet.putNumber(say('cart.pieces'), { ...at, ...columns.pieces })
  sheet.putNumber(say('document.unitPrice'), { ...at, ...columns.unitPrice })
  sheet.putNumber(say('order.amount'), { ...at, ...columns.amount })
}

function drawBlock(
  sheet: Sheet,
  { money, unitPrice, count }: Words,
  { about, rows, notes, rowsHeight, height }: Block,
  { y, product, note, thumb }: { y: number; product: Column; note: Column; thumb: Thumb },
): void {
  if (thumb) sheet.picture(thumb, { ...columns.photo, y: y + 2, height: photoHeight })
  for (const [index, { text, isBold }] of about.entries()) {
    const font = isBold ? 'bold' : 'regular'
    const color = isBold ? {} : { color: mutedColor }
    sheet.put(text, { ...product, y: y + 2 + index * lineHeight, size: 8, font, ...color })
  }
  let at = y + 2
  for (const row of rows) {
    const { line } = row
    const cell = { y: at, size: 8 }
    for (const [index, text] of row.name.entries())
      sheet.put(text, { ...columns.size, y: at + index * lineHeight, size: 8 })
    sheet.putNumber(count(line.qty), { ...cell, ...columns.qty })
    sheet.putNumber(count(row.pieces), { ...cell, ...columns.pieces })
    sheet.putNumber(unitPrice(line.unitPrice, line.currency), { ...cell, ...columns.unitPrice })
    const sum = amountOfLine(line)
    sheet.putNumber(money(sum, line.currency), { ...cell, ...columns.amount })
    at += row.height
  }
  for (const [index, text] of notes.entries())
    sheet.put(text, { ...note, y: y + rowsHeight + index * lineHeight, size: 8, color: mutedColor })
  sheet.rule(y + height)
}

function drawSums(sheet: Sheet, words: Words, order: OrderDocument, top: number): void {
  const name = { x: margin, width: columns.unitPrice.x - margin - 8, size: 9, align: 'end' as const }
  const end = columns.amount.x + columns.amount.width
  const value = { x: columns.unitPrice.x, width: end - columns.unitPrice.x, size: 9 }
  for (const [index, sum] of sumsOf(order, words).entries()) {
    const y = top + index * sumRow
    const font = sum.isTotal ? 'bold' : 'regular'
    sheet.put(sum.name, { ...name, y, font })
    sheet.putNumber(sum.value, { ...value, y, font })
  }
}

function drawFooter(sheet: Sheet, about: string, page: string): void {
  const at = { y: bottom + 12, size: 7.5, color: mutedColor }
  sheet.put(about, { ...at, x: margin, width: contentWidth * 0.75 })
  sheet.put(page, { ...at, x: margin + contentWidth * 0.75, width: contentWidth * 0.25, align: 'end' })
}
