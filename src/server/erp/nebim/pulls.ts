import { z } from 'zod'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { productCodeOf } from '#shared/erp/productCode.ts'
import {
  ErpError,
  type Pulled,
  type PulledCustomer,
  type PulledPrice,
  type PulledProduct,
  type PulledStock,
} from '../connector.ts'
import { bit, minorOf, number, text } from './rows.ts'
import type { Session } from './session.ts'

export type PullOptions = {
  pageSize: number
  /** See changesById.ts. */
  overlapMs: number
}
type PullContext = { session: Session; settings: NebimSettings; options: PullOptions; signal: AbortSignal }

const stampColumns = { RowKey: text, Changed: text }
const product = { ItemCode: text, ColorCode: text, ItemDim1Code: text, LotCode: text, Barcode: text }

const customerRow = z.object({
  ...stampColumns,
  CurrAccCode: text,
  Description: text,
  Email: text,
  Phone: text,
  TaxNumber: text,
  TaxOffice: text,
  Address: text,
  City: text,
  Country: text,
  CurrencyCode: text,
  IsBlocked: bit,
})
const productRow = z.object({ ...stampColumns, ...product, Description: text, IsBlocked: bit })
const priceRow = z.object({
  RowKey: text,
  ...product,
  PriceGroupCode: text,
  CurrencyCode: text,
  Price: number,
})
const stockRow = z.object({ RowKey: text, ...product, Available: number })

type ProductColumns = Record<keyof typeof product, string>

function codeOf(pattern: string, row: ProductColumns): string {
  const { ItemCode: itemCode, ColorCode: colorCode, LotCode: lotCode, Barcode: barcode } = row
  const size = lotCode === '' ? row.ItemDim1Code : ''
  return productCodeOf(pattern, { itemCode, colorCode, size, lotCode, barcode })
}

const positionSchema = z.object({
  since: z.string(),
  after: z.string(),
  newest: z.string(),
  /** By our clock. */
  seenAt: z.number(),
})
type Position = z.output<typeof positionSchema>
const start: Position = { since: '', after: '', newest: '', seenAt: 0 }

function parseCursor(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(cursor))
  } catch {
    return start
  }
}

type Stamped = { RowKey: string; Changed: string }

/**
 * Ordered by time of change, then key: rows that change meanwhile come again. The last cursor goes back by the
 * overlap until that has passed.
 */
async function readChanges<Row extends z.ZodType<Stamped>>(
  { session, options, signal }: PullContext,
  procedure: string,
  row: Row,
  cursor: string,
): Promise<Pulled<z.output<Row>>> {
  const { pageSize, overlapMs } = options
  const position = parseCursor(cursor)
  const parameters = { Since: position.since, After: position.after, Take: String(pageSize) }
  const rows = await session.run(procedure, parameters, row, signal)
  const last = rows.at(-1)
  const newest = last && last.Changed > position.newest ? last.Changed : position.newest
  const seenAt = newest === position.newest ? position.seenAt : Date.now()
  const reached = last
    ? { since: last.Changed, after: last.RowKey }
    : { since: position.since, after: position.after }
  const isLast = rows.length < pageSize
  if (!isLast && reached.since === position.since && reached.after === position.after)
    throw noProgressError(procedure)
  const isQuiet = !isLast || newest === '' || Date.now() - seenAt >= overlapMs
  const next = isQuiet ? reached : { since: earlier(newest, overlapMs), after: '' }
  return { rows, cursor: JSON.stringify({ ...next, newest, seenAt }), isLast }
}

/** SQL Server style 121. */
function earlier(time: string, milliseconds: number): string {
  const moment = Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`)
  return new Date(moment - milliseconds).toISOString().slice(0, 23).replace('T', ' ')
}

/** Computed values have no time of change, so this reads everything, by key. */
async function readAll<Row extends z.ZodType<{ RowKey: string }>>(
  { session, options, signal }: PullContext,
  procedure: string,
  row: Row,
  cursor: string,
): Promise<Pulled<z.output<Row>>> {
  const { pageSize } = options
  const parameters = { Since: '', After: cursor, Take: String(pageSize) }
  const rows = await session.run(procedure, parameters, row, signal)
  const isLast = rows.length < pageSize
  const reached = rows.at(-1)?.RowKey ?? ''
  if (!isLast && reached === cursor) throw noProgressError(procedure)
  return { rows, cursor: isLast ? '' : reached, isLast }
}

/** Prevents an endless loop. */
export const noProgressError = (procedure: string) =>
  new ErpError('auth', `${procedure} does not continue after the row given by @Since and @After`)

export async function pullCustomers(context: PullContext, cursor: string): Promise<Pulled<PulledCustomer>> {
  const page = await readChanges(context, context.settings.procedures.customers, customerRow, cursor)
  const rows = page.rows.map((row) => ({
    code: row.CurrAccCode,
    description: row.Description,
    email: row.Email,
    phone: row.Phone,
    taxNumber: row.TaxNumber,
    taxOffice: row.TaxOffice,
    address: row.Address,
    city: row.City,
    country: row.Country,
    currencyCode: row.CurrencyCode,
    isBlocked: row.IsBlocked,
    branches: [],
  }))
  return { ...page, rows }
}

export async function pullProducts(
  context: PullContext,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledProduct>> {
  const page = await readChanges(context, context.settings.procedures.products, productRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    name: row.Description,
    isActive: !row.IsBlocked,
  }))
  return { ...page, rows }
}

export async function pullPrices(
  context: PullContext,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledPrice>> {
  const page = await readAll(context, context.settings.procedures.prices, priceRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    priceGroup: row.PriceGroupCode,
    currencyCode: row.CurrencyCode,
    amountMinor: minorOf(row.Price),
  }))
  return { ...page, rows }
}

export async function pullStock(
  context: PullContext,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledStock>> {
  const page = await readAll(context, context.settings.procedures.stock, stockRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    available: Math.floor(row.Available),
  }))
  return { ...page, rows }
}
