import { z } from 'zod'
import type { ChangesOptions } from '../changesById.ts'
import type { Pulled, PulledStock } from '../connector.ts'
import { readChanges } from './changes.ts'
import { contextOf, type Place } from './place.ts'
import { reference, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

const idRows = z.array(z.object({ id: z.int() }))
const productRows = z.array(
  z.object({ id: z.int(), default_code: text, qty_available: z.number(), outgoing_qty: z.number() }),
)
const offeredRows = z.array(z.object({ id: z.int(), product_id: reference, product_uom_qty: z.number() }))
const touchedRows = z.array(z.object({ id: z.int(), product_id: reference }))

const cursorShape = z.object({
  /** While the first pass over all products goes on, the last of the page before. */
  product: z.number().optional(),
  moves: z.string(),
  lines: z.string(),
})
type Cursor = z.output<typeof cursorShape>

type Call = Pick<OdooCall, 'context' | 'signal'>

/** Quotations of ours: an order's key is a UUID. */
const ours = ['order_id.client_order_ref', '=like', '________-____-____-____-____________%']

const movesSource = {
  model: 'stock.move',
  stamps: [{ model: 'stock.move', path: '' }],
  domain: [],
  fields: ['product_id'],
  rows: touchedRows,
}
const linesSource = {
  model: 'sale.order.line',
  stamps: [
    { model: 'sale.order.line', path: '' },
    { model: 'sale.order', path: 'order_id.' },
  ],
  domain: [ours],
  fields: ['product_id'],
  rows: touchedRows,
}

/**
 * What can still be sold of a page of products that are kept in stock: at first of all, then of those whose stock has
 * moved, or is about to, or which were offered.
 */
export async function pullStock(
  odoo: Odoo,
  place: Place,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledStock>> {
  const call = { context: contextOf(place), signal }
  const at = read(cursor)
  if (at && at.product === undefined) {
    const [moves, lines] = await Promise.all([
      readChanges(odoo, movesSource, at.moves, options, call),
      readChanges(odoo, linesSource, at.lines, options, call),
    ])
    const touched = [...moves.rows, ...lines.rows].flatMap(({ product_id: product }) =>
      product ? [product.id] : [],
    )
    const rows = await availableOf(odoo, place, [...new Set(touched)], call)
    const next: Cursor = { moves: moves.cursor, lines: lines.cursor }
    return { rows, cursor: JSON.stringify(next), isLast: moves.isLast && lines.isLast }
  }
  // Where the moves stand is noted before the first product is read.
  const noted = at ?? {
    moves: await endOf(odoo, movesSource, options, call),
    lines: await endOf(odoo, linesSource, options, call),
  }
  const domain = [['id', '>', at?.product ?? 0], place.storable, ['default_code', '!=', false]]
  const args = { domain, fields: ['id'], limit: options.pageSize, order: 'id' }
  const asked = { ...call, context: { ...call.context, active_test: false } }
  const found = await odoo.call({ ...asked, model: 'product.product', method: 'search_read', args }, idRows)
  const ids = found.map(({ id }) => id)
  const rows = await availableOf(odoo, place, ids, call)
  const isLast = ids.length < options.pageSize
  const { moves, lines } = noted
  const next: Cursor = isLast ? { moves, lines } : { product: ids.at(-1), moves, lines }
  return { rows, cursor: JSON.stringify(next), isLast }
}

function read(cursor: string): Cursor | undefined {
  try {
    return cursorShape.parse(JSON.parse(cursor))
  } catch {
    return undefined
  }
}

/** A cursor that wants only what comes from now on. */
async function endOf(
  odoo: Odoo,
  source: typeof movesSource | typeof linesSource,
  options: ChangesOptions,
  call: Call,
): Promise<string> {
  const none = { ...source, domain: [['id', '<', 0]] }
  return (await readChanges(odoo, none, '', options, call)).cursor
}

/**
 * On hand, less all that is to leave and has not left, less what our quotations offer, which Odoo holds nothing back for.
 * What is on its way in is not counted. Asked in the order that goods go, so that what moves on meanwhile is taken off
 * twice rather than never.
 */
async function availableOf(odoo: Odoo, place: Place, ids: number[], call: Call): Promise<PulledStock[]> {
  if (ids.length === 0) return []
  const offered = [
    ['product_id', 'in', ids],
    ['order_id.state', 'in', ['draft', 'sent']],
    ['company_id', '=', place.companyId],
    ours,
  ]
  const lines = await odoo.call(
    {
      ...call,
      model: 'sale.order.line',
      method: 'search_read',
      args: { domain: offered, fields: ['product_id', 'product_uom_qty'] },
    },
    offeredRows,
  )
  // 18 has another name for it than 17.
  const { warehouseId: warehouse } = place
  const where = warehouse === undefined ? {} : { warehouse, warehouse_id: warehouse }
  const context = { ...call.context, ...where, active_test: false }
  const domain = [['id', 'in', ids], place.storable, ['default_code', '!=', false]]
  const fields = ['default_code', 'qty_available', 'outgoing_qty']
  const stock = await odoo.call(
    { ...call, context, model: 'product.product', method: 'search_read', args: { domain, fields } },
    productRows,
  )
  const promised = new Map<number, number>()
  for (const { product_id: product, product_uom_qty: quantity } of lines) {
    if (product) promised.set(product.id, (promised.get(product.id) ?? 0) + quantity)
  }
  return stock.map(({ id, default_code: productCode, qty_available: there, outgoing_qty: leaving }) => ({
    productCode,
    // Whole pieces; a remainder cannot be sold.
    available: Math.floor(there - leaving - (promised.get(id) ?? 0)),
  }))
}
