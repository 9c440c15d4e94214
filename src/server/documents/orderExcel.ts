import { buffer } from 'node:stream/consumers'
import { type Cell, type CellStyle, cellStyles, type Sheet, workbookFile } from '#server/exports/workbook.ts'
import { amountOfLine } from '#shared/numbers/money.ts'
import { plainText } from '#shared/text/text.ts'
import { type DocumentLine, type OrderDocument, piecesOf, totalPieces } from './orderDocument.ts'
import { amountsOf, factsOf, partyFactsOf, stepsOf, titleOf, type Words } from './words.ts'

/** Names and widths in characters. */
const columns = [
  ['document.brand', 16],
  ['document.itemCode', 16],
  ['document.description', 34],
  ['document.colorCode', 10],
  ['document.color', 18],
  ['document.size', 9],
  ['document.lot', 14],
  ['document.lotDescription', 24],
  ['document.barcode', 18],
  ['order.qty', 10],
  ['cart.pieces', 10],
  ['price.list', 13],
  ['document.discounts', 30],
  ['order.unitPrice', 13],
  ['order.amount', 15],
  ['document.vatPercent', 10],
  ['order.currency', 10],
] as const
type Column = (typeof columns)[number]
const qtyColumn = 9

/** Only documents that state VAT have its column. */
const columnsOf = ({ taxTreatment }: OrderDocument): Column[] =>
  columns.filter(([column]) => column !== 'document.vatPercent' || taxTreatment !== undefined)

const { text: plain, whole, money, unitPrice: price, heading } = cellStyles
const bold = { isBold: true }
const title = { isBold: true, size: 14 }
const numberHeading: CellStyle = { ...heading, align: 'right' }
const time = {
  left: { format: 'yyyy-mm-dd hh:mm', align: 'left' },
  right: { format: 'yyyy-mm-dd hh:mm', align: 'right' },
} as const satisfies Record<string, CellStyle>
/** Extends over the empty cells before it. */
const totalName = { left: { ...bold, align: 'left' }, right: { ...bold, align: 'right' } } as const
const partName = { left: { ...plain, align: 'left' }, right: { ...plain, align: 'right' } } as const
const percentStyle: CellStyle = { align: 'right' }
const boldWhole = { ...whole, isBold: true }
const boldMoney = { ...money, isBold: true }

const text = (value: string, style: CellStyle = plain): Cell => ({ value: plainText(value), style })
const empty = text('')

export function orderExcel(documents: OrderDocument[], words: Words): Promise<Buffer> {
  return buffer(workbookFile(documents.map((document) => sheetOf(document, words))))
}

export function sheetOf(document: OrderDocument, words: Words): Sheet {
  const name = titleOf(document, words)
  const placedAt = words.clock(document.placedAt)
  const head: Cell[][] = [
    [text(name, title)],
    [
      // The cell is a number for sorting, so the time zone goes here.
      text(`${words.say('order.date')} (${words.zone(document.placedAt)})`, bold),
      { value: placedAt, style: time[words.isRtl ? 'right' : 'left'] },
    ],
    ...[...partyFactsOf(document, words), ...factsOf(document, words)].map(([fact, value]) => [
      text(fact, bold),
      text(value),
    ]),
    [],
    columnsOf(document).map(([column], index) => {
      const isNumber = index >= qtyColumn && column !== 'order.currency' && column !== 'document.discounts'
      return text(words.say(column), isNumber ? numberHeading : heading)
    }),
  ]
  return {
    name,
    isRightToLeft: words.isRtl,
    widths: columnsOf(document).map(([, width]) => width),
    frozenRows: head.length,
    rows: [[...head, ...lineRows(document, words), [], ...totalRows(document, words)]],
  }
}

function lineRows({ groups, taxTreatment }: OrderDocument, words: Words): Cell[][] {
  return groups.flatMap((group) =>
    group.lines.map((line) => [
      text(group.brandName),
      text(group.itemCode),
      text(group.itemDescription),
      text(group.colorCode),
      text(group.colorDescription),
      text(line.sizeLabel),
      text(line.lotCode),
      text(line.lotDescription),
      text(line.barcode ?? ''),
      { value: line.qty, style: whole },
      { value: piecesOf(line), style: whole },
      line.listPrice === undefined ? empty : { value: line.listPrice, style: price },
      text(stepsOf(line, words).join(' · ')),
      { value: line.unitPrice, style: price },
      { value: amountOfLine(line), style: money },
      ...(taxTreatment ? [percentCell(line)] : []),
      text(line.currency),
    ]),
  )
}

const percentCell = ({ taxPercent }: DocumentLine): Cell =>
  taxPercent === undefined ? empty : { value: taxPercent, style: percentStyle }

/** The first also has the quantities. */
function totalRows(document: OrderDocument, words: Words): Cell[][] {
  return amountsOf(document, words).map(({ name, amount, currency, isTotal }, index) => {
    const isFirst = index === 0
    return [
      ...Array.from({ length: qtyColumn - 1 }, () => empty),
      text(name, (isTotal ? totalName : partName)[words.isRtl ? 'left' : 'right']),
      isFirst ? { value: document.qty, style: boldWhole } : empty,
      isFirst ? { value: totalPieces(document), style: boldWhole } : empty,
      ...Array.from({ length: 3 }, () => empty),
      { value: amount, style: isTotal ? boldMoney : money },
      ...(document.taxTreatment ? [empty] : []),
      text(currency, isTotal ? bold : plain),
    ]
  })
}
