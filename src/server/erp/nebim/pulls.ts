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
  /** A change is seen when its transaction ends: this long, what is a little older than the newest is asked for again. */
  overlapMs: number
}
type Puller = { session: Session; settings: NebimSettings; options: PullOptions; signal: AbortSignal }

const keyed = { RowKey: text, Changed: text }
const product = { ItemCode: text, ColorCode: text, ItemDim1Code: text, LotCode: text, Barcode: text }

const customerRow = z.object({
  ...keyed,
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
const productRow = z.object({ ...keyed, ...product, Description: text, IsBlocked: bit })
const priceRow = z.object({
  RowKey: text,
  ...product,
  PriceGroupCode: text,
  CurrencyCode: text,
  Price: number,
})
const stockRow = z.object({ RowKey: text, ...product, Available: number })

type ProductColumns = Record<keyof typeof product, string>

/** What we call a product of Nebim's: by the link's pattern, as when it is sent. */
function codeOf(pattern: string, row: ProductColumns): string {
  const { ItemCode: itemCode, ColorCode: colorCode, LotCode: lotCode, Barcode: barcode } = row
  const size = lotCode === '' ? row.ItemDim1Code : ''
  return productCodeOf(pattern, { itemCode, colorCode, size, lotCode, barcode })
}

const position = z.object({
  since: z.string(),
  after: z.string(),
  newest: z.string(),
  /** By our clock, when that was first seen to be the newest. */
  seenAt: z.number(),
})
type Position = z.output<typeof position>
const start: Position = { since: '', after: '', newest: '', seenAt: 0 }

function read(cursor: string): Position {
  try {
    return position.parse(JSON.parse(cursor))
  } catch {
    return start
  }
}

type Stamped = { RowKey: string; Changed: string }

/**
 * A page of what was changed since the cursor, in the order of the changes, and by key among those of one moment: what is
 * changed while pages are read comes again further on. The last page's cursor goes back a little, until it was quiet.
 */
async function readChanges<Row extends z.ZodType<Stamped>>(
  { session, options, signal }: Puller,
  procedure: string,
  row: Row,
  cursor: string,
): Promise<Pulled<z.output<Row>>> {
  const { pageSize, overlapMs } = options
  const at = read(cursor)
  const parameters = { Since: at.since, After: at.after, Take: String(pageSize) }
  const rows = await session.run(procedure, parameters, row, signal)
  const last = rows.at(-1)
  const newest = last && last.Changed > at.newest ? last.Changed : at.newest
  const seenAt = newest === at.newest ? at.seenAt : Date.now()
  const reached = last ? { since: last.Changed, after: last.RowKey } : { since: at.since, after: at.after }
  const isLast = rows.length < pageSize
  if (!isLast && reached.since === at.since && reached.after === at.after) throw standsStill(procedure)
  const isQuiet = !isLast || newest === '' || Date.now() - seenAt >= overlapMs
  const next = isQuiet ? reached : { since: earlier(newest, overlapMs), after: '' }
  return { rows, cursor: JSON.stringify({ ...next, newest, seenAt }), isLast }
}

/** A time of SQL Server's (style 121), so many milliseconds earlier. */
function earlier(time: string, milliseconds: number): string {
  const moment = Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`)
  return new Date(moment - milliseconds).toISOString().slice(0, 23).replace('T', ' ')
}

/** A page of everything, by key: what is worked out by the clock or by sums bears no time of change. */
async function readAll<Row extends z.ZodType<{ RowKey: string }>>(
  { session, options, signal }: Puller,
  procedure: string,
  row: Row,
  cursor: string,
): Promise<Pulled<z.output<Row>>> {
  const { pageSize } = options
  const parameters = { Since: '', After: cursor, Take: String(pageSize) }
  const rows = await session.run(procedure, parameters, row, signal)
  const isLast = rows.length < pageSize
  const reached = rows.at(-1)?.RowKey ?? ''
  if (!isLast && reached === cursor) throw standsStill(procedure)
  return { rows, cursor: isLast ? '' : reached, isLast }
}

/** A procedure that begins at the beginning every time would be asked for ever. */
export const standsStill = (procedure: string) =>
  new ErpError('auth', `${procedure} does not go on behind the row that @Since and @After name`)

export async function pullCustomers(puller: Puller, cursor: string): Promise<Pulled<PulledCustomer>> {
  const page = await readChanges(puller, puller.settings.procedures.customers, customerRow, cursor)
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
  puller: Puller,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledProduct>> {
  const page = await readChanges(puller, puller.settings.procedures.products, productRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    name: row.Description,
    isActive: !row.IsBlocked,
  }))
  return { ...page, rows }
}

export async function pullPrices(
  puller: Puller,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledPrice>> {
  const page = await readAll(puller, puller.settings.procedures.prices, priceRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    priceGroup: row.PriceGroupCode,
    currencyCode: row.CurrencyCode,
    amountMinor: minorOf(row.Price),
  }))
  return { ...page, rows }
}

export async function pullStock(
  puller: Puller,
  pattern: string,
  cursor: string,
): Promise<Pulled<PulledStock>> {
  const page = await readAll(puller, puller.settings.procedures.stock, stockRow, cursor)
  const rows = page.rows.map((row) => ({
    productCode: codeOf(pattern, row),
    available: Math.floor(row.Available),
  }))
  return { ...page, rows }
}
