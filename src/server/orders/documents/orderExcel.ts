import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import { money, text, whole } from '#server/exports/workbookCells.ts'
import { type OrderDocument, piecesOf, totalPieces } from './orderDocument.ts'
import { headOf, titleOf, type Words } from './words.ts'

/** The columns of the lines: a name and a width in characters. */
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

/** Orders as a workbook, a sheet each: head, a row per size or lot, totals. From right to left in Arabic. */
export async function orderExcel(documents: OrderDocument[], words: Words): Promise<Buffer> {
  return writeExcelFile(documents.map((document) => sheetOf(document, words))).toBuffer()
}

function sheetOf(document: OrderDocument, words: Words) {
  const title = titleOf(document, words)
  const rows: Row[] = [
    [{ ...text(title), fontWeight: 'bold', fontSize: 14 }],
    ...headOf(document, words).map(([name, value]) => [
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
    ...lineRows(document),
    [],
    ...totalRows(document, words),
  ]
  return {
    data: rows,
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
      whole(line.qty),
      whole(piecesOf(line)),
      money(line.unitPrice),
      money(amountOf(line)),
      text(line.currency),
    ]),
  )
}

/** Quantities beside the first currency; each currency has a row of its own. */
function totalRows(document: OrderDocument, { say }: Words): Row[] {
  return document.totals.map(({ currency, amount }, index) => {
    const isFirst = index === 0
    const cells: Row = [
      ...Array.from({ length: qtyColumn - 1 }, () => null),
      isFirst ? text(say('cart.total')) : null,
      isFirst ? whole(document.qty) : null,
      isFirst ? whole(totalPieces(document)) : null,
      null,
      money(amount),
      text(currency),
    ]
    return cells.map((cell) => (cell ? { ...(cell as CellObject), fontWeight: 'bold' } : null))
  })
}

const amountOf = ({ qty, unitPrice }: { qty: number; unitPrice: number }) =>
  Math.round(qty * unitPrice * 100) / 100
