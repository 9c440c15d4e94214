import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import { clockOf } from '#server/exports/columns.ts'
import { clockTime, integer, money, text } from '#server/exports/workbookCells.ts'
import { timeZone } from '#shared/clock.ts'
import { type OrderDocument, piecesOf, totalPieces } from './orderDocument.ts'
import { factsOf, partyFactsOf, titleOf, totalNameOf, type Words } from './words.ts'

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
  ['order.unitPrice', 13],
  ['order.amount', 15],
  ['order.currency', 10],
] as const
const qtyColumn = 9

const clock = clockOf(timeZone)

export async function orderExcel(documents: OrderDocument[], words: Words): Promise<Buffer> {
  return writeExcelFile(documents.map((document) => sheetOf(document, words))).toBuffer()
}

export function sheetOf(document: OrderDocument, words: Words) {
  const title = titleOf(document, words)
  const head: Row[] = [
    [{ ...text(title), fontWeight: 'bold', fontSize: 14 }],
    [
      // The cell is a number for sorting, so the time zone goes here.
      {
        ...text(`${words.say('order.date')} (${words.zone(document.placedAt)})`),
        fontWeight: 'bold' as const,
      },
      { ...clockTime(clock(document.placedAt)), align: words.isRtl ? ('right' as const) : ('left' as const) },
    ],
    ...[...partyFactsOf(document, words), ...factsOf(document, words)].map(([name, value]) => [
      { ...text(name), fontWeight: 'bold' as const },
      text(value),
    ]),
    [],
    columns.map(([name], index) => ({
      ...text(words.say(name)),
      fontWeight: 'bold' as const,
      backgroundColor: '#e8edf3',
      ...(index >= qtyColumn && index < columns.length - 1 ? { align: 'right' as const } : {}),
    })),
  ]
  return {
    data: [...head, ...lineRows(document), [], ...totalRows(document, words)],
    stickyRowsCount: head.length,
    sheet: title.slice(0, 31),
    columns: columns.map(([, width]) => ({ width })),
    rightToLeft: words.isRtl,
  }
}

function lineRows({ groups }: OrderDocument): Row[] {
  return groups.flatMap((group) =>
    group.lines.map((line) => [
      text(group.brand),
      text(group.itemCode),
      text(group.itemDescription),
      text(group.colorCode),
      text(group.colorDescription),
      text(line.size),
      text(line.lotCode),
      text(line.lotDescription),
      text(line.barcode ?? ''),
      integer(line.qty),
      integer(piecesOf(line)),
      money(line.unitPrice),
      money(amountOf(line)),
      text(line.currency),
    ]),
  )
}

/** One row per currency; the first also has the quantities. */
function totalRows(document: OrderDocument, words: Words): Row[] {
  return document.totals.map(({ currency, amount }, index) => {
    const isFirst = index === 0
    const cells: Row = [
      ...Array.from({ length: qtyColumn - 1 }, () => null),
      // Extends over the empty cells before it.
      { ...text(totalNameOf(currency, words)), align: words.isRtl ? ('left' as const) : ('right' as const) },
      isFirst ? integer(document.qty) : null,
      isFirst ? integer(totalPieces(document)) : null,
      null,
      money(amount),
      text(currency),
    ]
    return cells.map((cell) => (cell ? { ...(cell as CellObject), fontWeight: 'bold' } : null))
  })
}

const amountOf = ({ qty, unitPrice }: { qty: number; unitPrice: number }) =>
  Math.round(qty * unitPrice * 100) / 100
