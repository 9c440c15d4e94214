import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StorePlace } from '#server/images/openObjectStore.ts'
import { bottom, type Column, lineHeight, tableHeadHeight } from './pdfPages.ts'
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
const rowPadding = 4
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
  const facts = statementFacts(statement, words).map(([name, value]) => ({
    name,
    lines: sheet.wrap(value, { width: factValue.width, size: 9 }),
  }))
  const factsHeight = facts.reduce((sum, { lines }) => sum + lines.length * factHeight, 0)
  const pages = paginate(tables, sheet, factsTop + factsHeight + 14)
  for (const [index, parts] of pages.entries()) {
    sheet.newPage()
    if (index === 0) drawHead(sheet, { company: statement.company, words, logo, facts })
    for (const part of parts) drawPart(sheet, part)
    const footer = words.say('document.page', { page: index + 1, pages: pages.length })
    const at = { y: bottom + 12, size: 7.5, color: mutedColor }
    sheet.put(`${statement.company} · ${isolated(title, words)}`, {
      ...at,
      x: margin,
      width: contentWidth * 0.75,
    })
    sheet.put(footer, { ...at, x: margin + contentWidth * 0.75, width: contentWidth * 0.25, align: 'end' })
    await nextTurn()
  }
  return sheet.close()
}

const factsTop = margin + 62
const factHeight = 13
const factValue = { x: margin + 140, width: contentWidth - 140 }

type PageHead = {
  company: string
  words: Words
  logo: Buffer | undefined | ''
  facts: { name: string; lines: string[] }[]
}

function drawHead(sheet: Sheet, { company, words, logo, facts }: PageHead): void {
  const half = contentWidth / 2
  if (logo) sheet.picture(sheet.openPicture(logo), { x: margin, y: margin, width: 150, height: 44 })
  else sheet.put(company, { x: margin, y: margin + 8, width: half, size: 14, font: 'bold' })
  const title = words.say('statement.title')
  sheet.put(title, { x: margin + half, y: margin + 6, width: half, size: 17, font: 'bold', align: 'end' })
  sheet.rule(margin + 52)
  let y = factsTop
  for (const { name, lines } of facts) {
    sheet.put(name, { x: margin, y, width: 132, size: 9, color: mutedColor })
    for (const line of lines) {
      sheet.put(line, { ...factValue, y, size: 9 })
      y += factHeight
    }
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

/** Texts are wrapped, numbers are not. */
type MeasuredRow = Omit<TableRow, 'cells'> & { cells: string[][]; height: number }
/** The part of a table on one page. */
type Part = { y: number; table: Table; rows: MeasuredRow[]; isContinued: boolean }
const titleHeight = 24

const fontOf = ({ isBold }: Pick<TableRow, 'isBold'>) => (isBold ? 'bold' : 'regular')

function measure(sheet: Sheet, heads: Head[], { cells: texts, ...style }: TableRow): MeasuredRow {
  const cells = texts.map((text, index) => {
    const head = heads[index]
    if (!head || text === '') return []
    return head.isNumber
      ? [text]
      : sheet.wrap(text, { width: head.column.width, size: 8, font: fontOf(style) })
  })
  const lines = Math.max(...cells.map((cell) => cell.length))
  return { ...style, cells, height: lines * lineHeight + rowPadding }
}

function paginate(tables: Table[], sheet: Sheet, firstTop: number): Part[][] {
  const pages: Part[][] = [[]]
  let y = firstTop
  for (const table of tables) {
    let rest = table.rows.map((row) => measure(sheet, table.heads, row))
    let isContinued = false
    while (rest.length > 0) {
      let end = y + titleHeight + tableHeadHeight
      const full = rest.findIndex(({ height }) => {
        end += height
        return end > bottom
      })
      const fits = full === -1 ? rest.length : full
      // A heading does not stand alone at the end of a page.
      if (fits < Math.min(3, rest.length) && y > margin) {
        pages.push([])
        y = margin
        continue
      }
      const rows = rest.slice(0, Math.max(1, fits))
      pages.at(-1)?.push({ y, table, rows, isContinued })
      y += titleHeight + tableHeadHeight + rows.reduce((sum, { height }) => sum + height, 0) + 12
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
  let top = headTop + tableHeadHeight
  for (const { cells, height, isOverdue, ...style } of rows) {
    for (const [at, lines] of cells.entries()) {
      const head = table.heads[at]
      if (!head) continue
      for (const [index, text] of lines.entries()) {
        const placing = {
          ...head.column,
          y: top + 2 + index * lineHeight,
          size: 8,
          font: fontOf(style),
          ...(isOverdue ? { color: overdueColor } : {}),
        } as const
        if (head.isNumber) sheet.putNumber(text, placing)
        else sheet.put(text, placing)
      }
    }
    top += height
    sheet.rule(top - 1)
  }
}
