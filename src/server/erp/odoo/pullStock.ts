import { z } from 'zod'
import type { ChangesOptions } from '../changesById.ts'
import type { Pulled, PulledStock } from '../connector.ts'
import { readChanges } from './changes.ts'
import { reference, text } from './replies.ts'
import { contextOf, type ResolvedSettings } from './resolveSettings.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

const idRows = z.array(z.object({ id: z.int() }))
const productRows = z.array(
  z.object({ id: z.int(), default_code: text, qty_available: z.number(), outgoing_qty: z.number() }),
)
const offeredRows = z.array(z.object({ id: z.int(), product_id: reference, product_uom_qty: z.number() }))
const touchedRows = z.array(z.object({ id: z.int(), product_id: reference }))

const cursorShape = z.object({
  /** During the first pass: last product of the previous page. */
  product: z.number().optional(),
  moves: z.string(),
  lines: z.string(),
})
type Cursor = z.output<typeof cursorShape>

type Call = Pick<OdooCall, 'context' | 'signal'>

/** Their reference is a UUID. */
const isOurQuotation = ['order_id.client_order_ref', '=like', '________-____-____-____-____________%']

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
  domain: [isOurQuotation],
  fields: ['product_id'],
  rows: touchedRows,
}

/** A page of available stock: first of all products, then only of those with new moves or quotations. */
export async function pullStock(
  odoo: Odoo,
  resolved: ResolvedSettings,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledStock>> {
  const call = { context: contextOf(resolved), signal }
  const position = parseCursor(cursor)
  if (position && position.product === undefined) {
    const [moves, lines] = await Promise.all([
      readChanges(odoo, movesSource, position.moves, options, call),
      readChanges(odoo, linesSource, position.lines, options, call),
    ])
    const touched = [...moves.rows, ...lines.rows].flatMap(({ product_id: product }) =>
      product ? [product.id] : [],
    )
    const rows = await availableOf(odoo, resolved, [...new Set(touched)], call)
    const next: Cursor = { moves: moves.cursor, lines: lines.cursor }
    return { rows, cursor: JSON.stringify(next), isLast: moves.isLast && lines.isLast }
  }
  // Before the first product is read, so that no move is missed.
  const start = position ?? {
    moves: await cursorAtEnd(odoo, movesSource, options, call),
    lines: await cursorAtEnd(odoo, linesSource, options, call),
  }
  const domain = [['id', '>', position?.product ?? 0], resolved.storable, ['default_code', '!=', false]]
  const args = { domain, fields: ['id'], limit: options.pageSize, order: 'id' }
  const archivedToo = { ...call, context: { ...call.context, active_test: false } }
  const found = await odoo.call(
    { ...archivedToo, model: 'product.product', method: 'search_read', args },
    idRows,
  )
  const ids = found.map(({ id }) => id)
  const rows = await availableOf(odoo, resolved, ids, call)
  const isLast = ids.length < options.pageSize
  const { moves, lines } = start
  const next: Cursor = isLast ? { moves, lines } : { product: ids.at(-1), moves, lines }
  return { rows, cursor: JSON.stringify(next), isLast }
}

function parseCursor(cursor: string): Cursor | undefined {
  try {
    return cursorShape.parse(JSON.parse(cursor))
  } catch {
    return undefined
  }
}

/** Starts at now. */
async function cursorAtEnd(
  odoo: Odoo,
  source: typeof movesSource | typeof linesSource,
  options: ChangesOptions,
  call: Call,
): Promise<string> {
  const none = { ...source, domain: [['id', '<', 0]] }
  return (await readChanges(odoo, none, '', options, call)).cursor
}

/**
 * On hand, minus everything still to leave, minus our quotations (not reserved in Odoo); incoming goods do not count.
 * Read in the order goods move, so that a move in between is subtracted twice rather than never.
 */
async function availableOf(
  odoo: Odoo,
  resolved: ResolvedSettings,
  ids: number[],
  call: Call,
): Promise<PulledStock[]> {
  if (ids.length === 0) return []
  const offered = [
    ['product_id', 'in', ids],
    ['order_id.state', 'in', ['draft', 'sent']],
    ['company_id', '=', resolved.companyId],
    isOurQuotation,
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
  // 17 and 18 name it differently.
  const { warehouseId: warehouse } = resolved
  const where = warehouse === undefined ? {} : { warehouse, warehouse_id: warehouse }
  const context = { ...call.context, ...where, active_test: false }
  const domain = [['id', 'in', ids], resolved.storable, ['default_code', '!=', false]]
  const fields = ['default_code', 'qty_available', 'outgoing_qty']
  const stock = await odoo.call(
    { ...call, context, model: 'product.product', method: 'search_read', args: { domain, fields } },
    productRows,
  )
  const quoted = new Map<number, number>()
  for (const { product_id: product, product_uom_qty: quantity } of lines) {
    if (product) quoted.set(product.id, (quoted.get(product.id) ?? 0) + quantity)
  }
  return stock.map(({ id, default_code: productCode, qty_available: onHand, outgoing_qty: leaving }) => ({
    productCode,
    available: Math.floor(onHand - leaving - (quoted.get(id) ?? 0)),
  }))
}
