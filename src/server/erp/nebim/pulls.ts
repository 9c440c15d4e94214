import { z } from 'zod'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { productCodeOf } from '#shared/erp/productCode.ts'
import { ErpError, type Pulled, type Pulls } from '../connector.ts'
import { minorOf } from '../kit/orders.ts'
import type { Work } from '../kit/program.ts'
import { parseCursor } from '../kit/records.ts'
import { bit, type Nebim, number, type Row, text } from './client.ts'

export type Settings = NebimSettings & { productCode: string }
export type At = Work<Settings, Nebim, undefined>

const stamped = { RowKey: text, Changed: text }
const product = { ItemCode: text, ColorCode: text, ItemDim1Code: text, LotCode: text, Barcode: text }

const customerRow = z.object({
  ...stamped,
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
const productRow = z.object({ ...stamped, ...product, Description: text, IsBlocked: bit })
const priceRow = z.object({
  RowKey: text,
  ...product,
  PriceGroupCode: text,
  CurrencyCode: text,
  Price: number,
})
const stockRow = z.object({ RowKey: text, ...product, Available: number })

function codeOf({ settings }: At, row: Row<z.ZodObject<typeof product>>): string {
  const size = row.lotCode === '' ? row.itemDim1Code : ''
  // Its procedures know no other code.
  return productCodeOf(settings.productCode, { ...row, externalCode: '', size })
}

/** In the order of time of change, then key. Computed values have no time of change. */
type Placed = { changed?: string; rowKey?: string; orderHeaderID?: string }

/** Rows after a place. Throws if the procedure does not continue there, which would never end. */
export async function rowsAfter<Shape extends z.ZodObject>(
  { client }: At,
  { procedure, row, take, key }: { procedure: string; row: Shape; take: number; key?: string },
  { since, after }: { since: string; after: string },
) {
  const parameters = { Since: since, After: after, Take: String(take) }
  const rows = await client.run(procedure, key === undefined ? parameters : { Key: key, ...parameters }, row)
  const last: Placed | undefined = rows.at(-1)
  const lastId = last?.rowKey ?? last?.orderHeaderID ?? ''
  const reached = last ? { since: last.changed ?? '', after: lastId } : { since, after }
  const isLast = rows.length < take
  if (!isLast && reached.since === since && reached.after === after)
    throw new ErpError('auth', `${procedure} does not continue after the row given by @Since and @After`)
  return { rows, reached, isLast }
}

const positionSchema = z.object({
  since: z.string(),
  after: z.string(),
  newest: z.string(),
  /** By our clock. */
  seenAt: z.number(),
})

/** SQL Server style 121. */
function earlier(time: string, milliseconds: number): string {
  const moment = Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`)
  return new Date(moment - milliseconds).toISOString().slice(0, 23).replace('T', ' ')
}

/**
 * Pages of the procedure that the settings name. Rows that change meanwhile come again. The last cursor goes back by
 * the overlap until that has passed; '' without times, because all is read again.
 */
const pull =
  <Shape extends z.ZodObject, To>(
    kind: Exclude<keyof Pulls, 'balances'>,
    row: Shape,
    mapped: (row: Row<Shape>, at: At) => To,
  ) =>
  async (at: At, cursor: string): Promise<Pulled<To>> => {
    const { pageSize: take, overlapMs } = at.page
    const position = parseCursor(positionSchema, cursor) ?? { since: '', after: '', newest: '', seenAt: 0 }
    const asked = { procedure: at.settings.procedures[kind], row, take }
    const { rows, reached, isLast } = await rowsAfter(at, asked, position)
    const newest = reached.since > position.newest ? reached.since : position.newest
    const seenAt = newest === position.newest ? position.seenAt : Date.now()
    const isQuiet = !isLast || Date.now() - seenAt >= overlapMs
    const next = isQuiet ? reached : { since: earlier(newest, overlapMs), after: '' }
    const isOver = isLast && newest === ''
    const nextCursor = isOver ? '' : JSON.stringify({ ...next, newest, seenAt })
    return { rows: rows.map((one) => mapped(one, at)), cursor: nextCursor, isLast }
  }

export const pulls = {
  customers: pull('customers', customerRow, (row) => ({ ...row, code: row.currAccCode, branches: [] })),
  products: pull('products', productRow, (row, at) => ({
    productCode: codeOf(at, row),
    name: row.description,
    isActive: !row.isBlocked,
  })),
  prices: pull('prices', priceRow, (row, at) => ({
    productCode: codeOf(at, row),
    priceGroup: row.priceGroupCode,
    currencyCode: row.currencyCode,
    amountMinor: minorOf(row.price),
  })),
  stock: pull('stock', stockRow, (row, at) => ({
    productCode: codeOf(at, row),
    available: Math.floor(row.available),
  })),
}
