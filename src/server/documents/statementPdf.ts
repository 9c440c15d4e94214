import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StorePlace } from '#server/images/openObjectStore.ts'
import { bottom, type Column, tableHeadHeight } from './pdfPages.ts'
import { contentWidth, openSheet, paper, type Sheet } from './pdfSheet.ts'
import { picturesAt, printedLogo } from './photos.ts'
import {
  creditOf,
  debitOf,
  kindText,
  type StatementDocument,
  statementFacts,
  statementTitle,
} from './statementDocument.ts'
import { isolated, type Words } from './words.ts'

const { margin } = paper
const mutedColor = '#55606d'
const overdueColor = '#b3261e'
const rowHeight = 14
const gap = 6

type Head = { name: string; column: Column; isNumber?: boolean }
type TableRow = { cells: string[]; isBold?: boolean; isOverdue?: boolean }
type Table = { title: string; about?: string; heads: Head[]; rows: TableRow[] }

function columnsOf(widths: number[]): Column[] {
  return widths.map((width, index) => ({
    x: margin + 4 + widths.slice(0, index).reduce((sum, one) => sum + one, 0),
    width: width - gap,
  }))
}

/** What is overdue is red. Yields to other requests after each page. */
export async function statementPdf(
  statement: StatementDocument,
  words: Words,
  { place, logo: logoKey }: { place: StorePlace; logo?: string },
): Promise<Buffer> {
  const title = statementTitle(statement, words)
  const { language, isRtl } = words
  const sheet = await openSheet({ title, author: statement.company, language, isRtl })
  const logo = logoKey && (await printedLogo(picturesAt(place), logoKey))
  const tables = [...currencyTables(statement, words), ...paperTable(statement, words)]
  const pages = paginate(tables)
  for (const [index, parts] of pages.entries()) {
    sheet.newPage()
    if (index === 0) drawHead(sheet, statement, words, logo)
    for (const part of parts) drawPart(sheet, part)
    const footer = words.say('document.page', { page: index + 1, pages: pages.length })
    const at = { y: bottom + 12, size: 7.5, color: mutedColor }
    sheet.put(`${statement.company} · ${title}`, { ...at, x: margin, width: contentWidth * 0.75 })
    sheet.put(footer, { ...at, x: margin + contentWidth * 0.75, width: contentWidth * 0.25, align: 'end' })
    await nextTurn()
  }
  return sheet.close()
}

const factsTop = margin + 62
const factHeight = 13
const firstTop = factsTop + 3 * factHeight + 14

function drawHead(
  sheet: Sheet,
  statement: StatementDocument,
  words: Words,
  logo: Buffer | undefined | '',
): void {
  const half = contentWidth / 2
  if (logo) sheet.picture(sheet.openPicture(logo), { x: margin, y: margin, width: 150, height: 44 })
  else sheet.put(statement.company, { x: margin, y: margin + 8, width: half, size: 14, font: 'bold' })
  const name = words.say('statement.title')
  sheet.put(name, { x: margin + half, y: margin + 6, width: half, size: 17, font: 'bold', align: 'end' })
  sheet.rule(margin + 52)
  for (const [index, [fact, value]] of statementFacts(statement, words).entries()) {
    const y = factsTop + index * factHeight
    sheet.put(fact, { x: margin, y, width: 132, size: 9, color: mutedColor })
    sheet.put(value, { x: margin + 140, y, width: contentWidth - 140, size: 9 })
  }
}

function currencyTables(statement: StatementDocument, words: Words): Table[] {
  const { say, money, currency, shortDay: day } = words
  // An e-invoice's number has sixteen characters.
  const columns = columnsOf([54, 108, 94, 58, 70, 70, 69])
  const heads = (['date', 'kind', 'number', 'due', 'debit', 'credit'] as const).map((name, index) => ({
    name: say(`statement.${name}`),
    column: columns[index] as Column,
    isNumber: index > 3,
  }))
  return statement.currencies.map(({ currencyCode, opening, closing, overdue, rows }) => {
    const amount = (value: number | undefined) =>
      value === undefined ? '' : value < 0 ? `-${money(-value, currencyCode)}` : money(value, currencyCode)
    const sum = (name: string, value: number): TableRow => ({
      cells: ['', name, '', '', '', '', amount(value)],
      isBold: true,
    })
    return {
      title: currency(currencyCode),
      ...(overdue > 0 ? { about: `${say('credit.overdue')}: ${isolated(amount(overdue), words)}` } : {}),
      heads: [...heads, { name: say('credit.balance'), column: columns[6] as Column, isNumber: true }],
      rows: [
        sum(say('statement.opening'), opening),
        ...rows.map((row) => ({
          cells: [
            day(row.issuedOn),
            kindText(row, words),
            row.number,
            row.dueOn ? day(row.dueOn) : '',
            amount(debitOf(row.amount)),
            amount(creditOf(row.amount)),
            amount(row.balance),
          ],
          isOverdue: row.isOverdue,
        })),
        sum(say('statement.closing'), closing),
      ],
    }
  })
}

function paperTable({ papers }: StatementDocument, words: Words): Table[] {
  if (papers.length === 0) return []
  const { say, money, shortDay: day } = words
  const columns = columnsOf([62, 150, 101, 62, 74, 74])
  const names = [
    say('statement.due'),
    say('statement.kind'),
    say('statement.number'),
    say('statement.date'),
    say('order.amount'),
    say('statement.open'),
  ]
  return [
    {
      title: say('statement.papers'),
      heads: names.map((name, index) => ({ name, column: columns[index] as Column, isNumber: index > 3 })),
      rows: papers.map((one) => ({
        cells: [
          one.dueOn ? day(one.dueOn) : '',
          kindText(one, words),
          one.number,
          day(one.issuedOn),
          money(Math.abs(one.amount), one.currencyCode),
          money(one.openAmount, one.currencyCode),
        ],
        isOverdue: one.isOverdue,
      })),
    },
  ]
}

/** Of a table, on one page. */
type Part = { y: number; table: Table; rows: TableRow[]; isContinued: boolean }
const titleHeight = 24

function paginate(tables: Table[]): Part[][] {
  const pages: Part[][] = [[]]
  let y = firstTop
  for (const table of tables) {
    let rest = table.rows
    let isContinued = false
    while (rest.length > 0) {
      const room = Math.floor((bottom - y - titleHeight - tableHeadHeight) / rowHeight)
      // Not a heading alone.
      if (room < Math.min(3, rest.length)) {
        pages.push([])
        y = margin
        continue
      }
      const rows = rest.slice(0, room)
      pages.at(-1)?.push({ y, table, rows, isContinued })
      y += titleHeight + tableHeadHeight + rows.length * rowHeight + 12
      rest = rest.slice(rows.length)
      isContinued = true
    }
  }
  return pages
}

function drawPart(sheet: Sheet, { y, table, rows, isContinued }: Part): void {
  const half = contentWidth / 2
  sheet.put(table.title, { x: margin, y: y + 6, width: half, size: 10.5, font: 'bold' })
  if (table.about && !isContinued)
    sheet.put(table.about, {
      x: margin + half,
      y: y + 7,
      width: half,
      size: 9,
      color: overdueColor,
      align: 'end',
    })
  const headTop = y + titleHeight
  sheet.fill(margin, headTop, contentWidth, tableHeadHeight - 2, '#e8edf3')
  for (const { name, column, isNumber } of table.heads) {
    const placing = { ...column, y: headTop + 4, size: 7.5, font: 'bold' } as const
    if (isNumber) sheet.putNumber(name, placing)
    else sheet.put(name, placing)
  }
  for (const [index, { cells, isBold, isOverdue }] of rows.entries()) {
    const top = headTop + tableHeadHeight + index * rowHeight
    for (const [at, text] of cells.entries()) {
      const head = table.heads[at]
      if (!head || text === '') continue
      const placing = {
        ...head.column,
        y: top + 2,
        size: 8,
        font: isBold ? 'bold' : 'regular',
        ...(isOverdue ? { color: overdueColor } : {}),
      } as const
      if (head.isNumber) sheet.putNumber(text, placing)
      else sheet.put(text, placing)
    }
    sheet.rule(top + rowHeight - 1)
  }
}
