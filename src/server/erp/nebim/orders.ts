import { z } from 'zod'
import type { ErpDocument, ErpLine } from '#shared/erp/document.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { minorOfLine, toTicks } from '#shared/numbers/money.ts'
import { ErpError, type ErpOrder } from '../connector.ts'
import { linesInOrder, minorOf, ofMade, onlyOne, remarksOf } from '../kit/orders.ts'
import { number, type Row, text } from './client.ts'
import { type At, rowsAfter } from './pulls.ts'

const orderRow = z.object({
  OrderKey: text,
  OrderHeaderID: text,
  OrderNumber: text,
  CurrencyCode: text,
  TotalAmount: number,
  LineCount: number,
  Changed: text,
})
type OrderRow = Row<typeof orderRow>

const orderOf = (row: OrderRow): ErpOrder => ({
  id: row.orderHeaderID,
  number: row.orderNumber,
  totalMinor: minorOf(row.totalAmount),
  lineCount: row.lineCount,
})

const ask = (at: At, key: string, place = { since: '', after: '' }) =>
  rowsAfter(at, { procedure: at.settings.procedures.orders, row: orderRow, take: 200, key }, place)

async function rowOf(at: At, key: string): Promise<OrderRow | undefined> {
  const { rows: found } = await ask(at, key)
  if (found.every((row) => row.orderKey === key)) return onlyOne('Nebim', found, (row) => row.orderNumber)
  const { orders } = at.settings.procedures
  throw new ErpError('auth', `${orders} returns orders with keys that were not asked for`)
}

export async function findOrder(at: At, key: string): Promise<ErpOrder | undefined> {
  const row = await rowOf(at, key)
  return row && orderOf(row)
}

const createdSchema = z.object({ OrderNumber: text, HeaderID: text })

/** Creates the order unless its key exists. */
export async function pushOrder(at: At, document: ErpDocument): Promise<ErpOrder> {
  const existing = await rowOf(at, document.key)
  if (existing) return checkCurrency(existing, document)
  const model = orderModel(at.settings, document)
  const answer = await at.client.post(model).catch(async (error: unknown) => {
    throw await verifyRejection(at, document.key, error)
  })
  const { data: created } = createdSchema.safeParse(answer)
  const createdAs = created?.OrderNumber || created?.HeaderID || `DocumentNumber ${document.orderNumber}`
  const row = await rowOf(at, document.key).catch((error: unknown) => {
    throw ofMade(error, createdAs)
  })
  if (row) return checkCurrency(row, document)
  throw new ErpError(
    'rejected',
    `Nebim created the order (${createdAs}), but ${at.settings.procedures.orders} does not show it. Correct the procedure ` +
      'before anything else is sent',
    JSON.stringify(answer) ?? '',
    true,
    createdAs,
  )
}

function checkCurrency(row: OrderRow, { currencyCode }: ErpDocument): ErpOrder {
  if (row.currencyCode === currencyCode) return orderOf(row)
  const message = `Nebim has ${row.orderNumber} in ${row.currencyCode}, not in ${currencyCode}`
  throw new ErpError('rejected', message, '', true)
}

/** Only a look-up proves that a rejected order was not created. */
async function verifyRejection(at: At, key: string, error: unknown): Promise<unknown> {
  if (!ErpError.is(error, 'rejected')) return error
  try {
    const row = await rowOf(at, key)
    const message = `${row?.orderNumber} is in Nebim anyway: ${error.message}`
    return row ? error.with({ message, isThere: true }) : error
  } catch {
    return error.with({ errorClass: 'unknown' })
  }
}

export async function* listOrders(at: At, since: Date): AsyncGenerator<ErpOrder & { key: string }> {
  // No zone: start 14 hours early.
  const from = new Date(since.getTime() - 14 * 3_600_000)
  let place = { since: from.toISOString().slice(0, 23).replace('T', ' '), after: '' }
  for (let isLast = false; !isLast; ) {
    const page = await ask(at, '', place)
    for (const row of page.rows) yield { ...orderOf(row), key: row.orderKey }
    ;({ reached: place, isLast } = page)
  }
}

/** OrderWS: wholesale sales order. */
const modelType = 5

/** `Price` excludes taxes (`PriceVI` would include them). The key is stored in InternalDescription. */
function orderModel(settings: NebimSettings, document: ErpDocument): object {
  const { office, store, warehouse, lots, fields } = settings
  const isSummed = (line: ErpLine) => line.lotCode !== '' && lots === 'sumLines'
  const ordered = linesInOrder(document)
  const lines = ordered.filter((line) => !isSummed(line)).map((line) => lineOf(line, document.currencyCode))
  const sums = ordered.filter(isSummed).map((line) => sumLineOf(line, document.currencyCode))
  return {
    DocumentNumber: document.orderNumber,
    Description: remarksOf(document, { isShort: true }).join(' | ').slice(0, 200),
    ...Object.fromEntries(fields.map(({ name, value }) => [name, fillPattern(value, document).trim()])),
    ModelType: modelType,
    CustomerCode: document.account.code,
    OrderDate: document.placedDate,
    OfficeCode: office,
    ...(store === '' ? {} : { StoreCode: store }),
    ...(warehouse === '' ? {} : { WarehouseCode: warehouse }),
    DocCurrencyCode: document.currencyCode,
    InternalDescription: document.key,
    IsCreditSale: true,
    IsCompleted: true,
    SuppressItemDiscount: true,
    ApplyCampaign: false,
    ...(lines.length > 0 ? { Lines: lines } : {}),
    ...(sums.length > 0 ? { SumLines: sums } : {}),
  }
}

function lineOf(line: ErpLine, currencyCode: string): object {
  const amounts = { Qty1: line.qty, Price: line.unitPrice, PriceCurrencyCode: currencyCode }
  // Lots as normal lines are identified by barcode, as is everything if the pattern is the barcode.
  if (line.lotCode !== '' || line.productCode === line.barcode) {
    if (line.barcode === '') {
      throw new ErpError('rejected', `${line.itemCode} ${line.lotCode || line.size} has no barcode`)
    }
    return { UsedBarcode: line.barcode, ...amounts }
  }
  const { itemCode: ItemCode, colorCode: ColorCode, size: ItemDim1Code } = line
  return { ItemTypeCode: 1, ItemCode, ColorCode, ItemDim1Code, ...amounts }
}

/** Nebim splits lots into sizes: Qty1 counts lots, Price is per piece. */
function sumLineOf(line: ErpLine, currencyCode: string): object {
  const { itemCode: ItemCode, colorCode: ColorCode, lotCode: LotCode, qty: Qty1 } = line
  const { barcode, piecesPerLot, unitPrice, amountMinor } = line
  const Price = Number((unitPrice / piecesPerLot).toFixed(4))
  // Nebim stores four decimals.
  if (minorOfLine(Qty1 * piecesPerLot, toTicks(Price)) !== amountMinor) {
    const amount = unitPrice.toFixed(toTicks(unitPrice) % 100 === 0 ? 2 : 4)
    throw new ErpError(
      'rejected',
      `The price of ${ItemCode} ${LotCode}, ${amount} for ${piecesPerLot} pieces, cannot be divided into a price per piece`,
    )
  }
  const lot = barcode === '' ? {} : { LotBarcode: barcode }
  return {
    ...lot,
    ItemTypeCode: 1,
    ItemCode,
    ColorCode,
    LotCode,
    Qty1,
    Price,
    PriceCurrencyCode: currencyCode,
  }
}
