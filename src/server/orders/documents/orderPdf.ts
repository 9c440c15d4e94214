import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ObjectStore } from '#server/images/objectStore.ts'
import { type OrderDocument, totalPieces } from './orderDocument.ts'
import {
  type Block,
  bottom,
  type Column,
  columns,
  lineHeight,
  paginate,
  photoHeight,
  productColumn,
  tableHeadHeight,
} from './pdfPages.ts'
import { contentWidth, type Font, openSheet, paper, type Sheet } from './pdfSheet.ts'
import { type PictureSource, picturesAt, printedLogo, thumbOf } from './photos.ts'
import { headOf, titleOf, titleOfAll, type Words } from './words.ts'

/** Whose paper it is, and where the pictures lie. */
type House = PictureSource & { company: string; logo?: string; photos: Record<string, string> }

const soft = '#55606d'
const { margin } = paper
const logoBox = { width: 150, height: 44 }
const headRow = 13
const sumRow = 15

/**
 * Orders as A4 pages, each beginning on one of its own: the company, who ordered what kind of order when, then its lines
 * by item and colour with a small photo, and the totals. The server answers others between any two pages.
 */
export async function orderPdf(orders: OrderDocument[], words: Words, house: House): Promise<Buffer> {
  const pictures = picturesAt(house.place)
  const { language, isRtl } = words
  const sheet = await openSheet({ title: titleOfAll(orders, words), author: house.company, language, isRtl })
  const logo = house.logo ? await printedLogo(pictures, house.logo) : undefined
  for (const order of orders) await drawOrder(sheet, words, order, { ...house, pictures, logo })
  return sheet.close()
}

type Drawing = Pick<House, 'company' | 'photos'> & { pictures: ObjectStore; logo: Buffer | undefined }

async function drawOrder(
  sheet: Sheet,
  words: Words,
  order: OrderDocument,
  { company, photos, pictures, logo }: Drawing,
): Promise<void> {
  const title = titleOf(order, words)
  const facts = headOf(order, words).map(([name, value]) => ({
    name,
    lines: sheet.wrap(value, { width: contentWidth - factsIndent, size: 9, most: 4 }),
  }))
  const tableTop = margin + 64 + facts.reduce((sum, { lines }) => sum + lines.length * headRow, 0) + 10
  const { pages, sumsTop } = await paginate(order, sheet, words, {
    firstTop: tableTop + tableHeadHeight,
    top: margin + tableHeadHeight,
    sumsHeight: 10 + (order.totals.length + 2) * sumRow,
  })
  const product = productColumn(order)
  for (const [index, blocks] of pages.entries()) {
    const thumbs = await Promise.all(
      blocks.map(async ({ group, isContinued }) => {
        const key = isContinued ? undefined : photos[group.photo ?? '']
        return key ? thumbOf(pictures, key) : undefined
      }),
    )
    sheet.newPage()
    const isFirst = index === 0
    if (isFirst) drawHead(sheet, { company, title, facts, logo })
    let y = isFirst ? tableTop : margin
    if (blocks.length > 0) drawTableHead(sheet, words, y)
    y += tableHeadHeight
    for (const [at, block] of blocks.entries()) {
      drawBlock(sheet, words, block, { y, product, thumb: thumbs[at] })
      y += block.height
    }
    if (index === pages.length - 1) drawSums(sheet, words, order, sumsTop + 10)
    const footer = words.say('document.page', { page: index + 1, pages: pages.length })
    drawFooter(sheet, `${company} · ${title}`, footer)
    await nextTurn()
  }
}

const factsIndent = 140

type Head = {
  company: string
  title: string
  facts: { name: string; lines: string[] }[]
  logo: Buffer | undefined
}

function drawHead(sheet: Sheet, { company, title, facts, logo }: Head): void {
  const half = contentWidth / 2
  if (logo) sheet.picture(logo, { x: margin, y: margin, ...logoBox })
  else sheet.put(company, { x: margin, y: margin + 8, width: half, size: 14, font: 'bold' })
  sheet.put(title, { x: margin + half, y: margin + 6, width: half, size: 17, font: 'bold', align: 'end' })
  let y = margin + 58
  sheet.rule(y - 6)
  for (const { name, lines } of facts) {
    sheet.put(name, { x: margin, y, width: factsIndent - 8, size: 9, color: soft })
    for (const line of lines) {
      sheet.put(line, { x: margin + factsIndent, y, width: contentWidth - factsIndent, size: 9 })
      y += headRow
    }
  }
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
  { money, count }: Words,
  { about, rows, height }: Block,
  { y, product, thumb }: { y: number; product: Column; thumb: Buffer | undefined },
): void {
  if (thumb) sheet.picture(thumb, { ...columns.photo, y: y + 2, height: photoHeight })
  for (const [index, { text, isBold }] of about.entries()) {
    const font = isBold ? 'bold' : 'regular'
    const color = isBold ? {} : { color: soft }
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
    sheet.putNumber(money(line.unitPrice, line.currency), { ...cell, ...columns.unitPrice })
    const sum = Math.round(line.qty * line.unitPrice * 100) / 100
    sheet.putNumber(money(sum, line.currency), { ...cell, ...columns.amount })
    at += row.height
  }
  sheet.rule(y + height)
}

function drawSums(sheet: Sheet, { say, money, count }: Words, order: OrderDocument, top: number): void {
  const x = columns.size.x
  const name = { x, width: columns.qty.x - x, size: 9 }
  const value = { x: columns.qty.x, width: columns.amount.x + columns.amount.width - columns.qty.x, size: 9 }
  const sums: { name: string; value: string; font: Font }[] = [
    { name: say('document.totalQty'), value: count(order.qty), font: 'regular' },
    { name: say('document.totalPieces'), value: count(totalPieces(order)), font: 'regular' },
    ...order.totals.map(({ currency, amount }) => ({
      name: say('cart.total'),
      value: money(amount, currency),
      font: 'bold' as const,
    })),
  ]
  for (const [index, sum] of sums.entries()) {
    const y = top + index * sumRow
    sheet.put(sum.name, { ...name, y, font: sum.font })
    sheet.putNumber(sum.value, { ...value, y, font: sum.font })
  }
}

function drawFooter(sheet: Sheet, about: string, page: string): void {
  const at = { y: bottom + 12, size: 7.5, color: soft }
  sheet.put(about, { ...at, x: margin, width: contentWidth * 0.75 })
  sheet.put(page, { ...at, x: margin + contentWidth * 0.75, width: contentWidth * 0.25, align: 'end' })
}
