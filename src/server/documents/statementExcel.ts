import { buffer } from 'node:stream/consumers'
import { type Cell, type CellStyle, cellStyles, type Sheet, workbookFile } from '#server/exports/workbook.ts'
import { plainText } from '#shared/text/text.ts'
import {
  creditOf,
  debitOf,
  kindText,
  type StatementDocument,
  statementFacts,
  statementTitle,
} from './statementDocument.ts'
import type { Words } from './words.ts'

const { text: plain, money, heading } = cellStyles
const bold = { isBold: true }
const numberHeading: CellStyle = { ...heading, align: 'right' }
const boldMoney = { ...money, isBold: true }
const overdueMoney = { ...money, background: '#fde2e2' }
/** As usual where the reader is. */
const dayStyle = { format: 14, align: 'left' } as const satisfies CellStyle

const text = (value: string, style: CellStyle = plain): Cell => ({ value: plainText(value), style })
const empty = text('')
const day = (value: string | undefined): Cell =>
  value ? { value: new Date(`${value}T00:00:00Z`), style: dayStyle } : empty
const amount = (value: number | undefined, style: CellStyle = money): Cell =>
  value === undefined ? empty : { value, style }

/** A sheet per currency, and one of cheques and notes. */
export function statementExcel(statement: StatementDocument, words: Words): Promise<Buffer> {
  return buffer(workbookFile([...currencySheets(statement, words), ...paperSheet(statement, words)]))
}

function headRows(statement: StatementDocument, words: Words): Cell[][] {
  return [
    [text(statementTitle(statement, words), { isBold: true, size: 14 })],
    ...statementFacts(statement, words).map(([name, value]) => [text(name, bold), text(value)]),
    [],
  ]
}

function currencySheets(statement: StatementDocument, words: Words): Sheet[] {
  const { say } = words
  const sheets = statement.currencies.map(({ currencyCode, opening, closing, rows }) => {
    const head = [
      ...headRows(statement, words),
      (['date', 'kind', 'number', 'due'] as const)
        .map((name) => text(say(`statement.${name}`), heading))
        .concat(
          (['debit', 'credit', 'balance', 'open'] as const).map((name) =>
            text(
              `${say(name === 'balance' ? 'credit.balance' : `statement.${name}`)} ${currencyCode}`,
              numberHeading,
            ),
          ),
        ),
    ]
    const sum = (name: string, value: number): Cell[] => [
      text(name, bold),
      ...Array.from({ length: 5 }, () => empty),
      amount(value, boldMoney),
    ]
    return {
      name: currencyCode,
      isRightToLeft: words.isRtl,
      widths: [18, 30, 18, 12, 15, 15, 16, 15],
      frozenRows: head.length,
      rows: [
        [
          ...head,
          sum(say('statement.opening'), opening),
          ...rows.map((row) => [
            day(row.issuedOn),
            text(kindText(row, words)),
            text(row.number),
            day(row.dueOn),
            amount(debitOf(row.amount)),
            amount(creditOf(row.amount)),
            amount(row.balance),
            amount(row.openAmount || undefined, row.isOverdue ? overdueMoney : money),
          ]),
          sum(say('statement.closing'), closing),
        ],
      ],
    }
  })
  if (sheets.length > 0) return sheets
  const name = say('statement.title')
  return [
    { name, isRightToLeft: words.isRtl, widths: [24, 40], frozenRows: 0, rows: [headRows(statement, words)] },
  ]
}

function paperSheet({ papers }: StatementDocument, words: Words): Sheet[] {
  const { say } = words
  if (papers.length === 0) return []
  const head = [
    ...(['due', 'kind', 'number', 'date'] as const).map((name) => text(say(`statement.${name}`), heading)),
    text(say('order.currency'), heading),
    text(say('order.amount'), numberHeading),
    text(say('statement.open'), numberHeading),
  ]
  const rows = papers.map((paper) => [
    day(paper.dueOn),
    text(kindText(paper, words)),
    text(paper.number),
    day(paper.issuedOn),
    text(paper.currencyCode),
    amount(Math.abs(paper.amount)),
    amount(paper.openAmount, paper.isOverdue ? overdueMoney : money),
  ])
  return [
    {
      name: say('statement.papers'),
      isRightToLeft: words.isRtl,
      widths: [14, 30, 18, 14, 10, 15, 15],
      frozenRows: 1,
      rows: [[head, ...rows]],
    },
  ]
}
