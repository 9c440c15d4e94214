import { z } from 'zod'
import type { Pulled, PulledStock } from '#server/erp/connector.ts'
import type { ChangesOptions } from '../changesById.ts'
import { readChanges } from './changes.ts'
import { dateOf } from './encoding.ts'
import { includeArchived, number, text } from './replies.ts'
import type { ResolvedSettings } from './resolveSettings.ts'
import type { Session } from './session.ts'

const stockRows = z.array(z.object({ id: number, code: text, quantity: z.number() }))
const moveRows = z.array(z.object({ id: number, product: number, internal_quantity: z.number().nullable() }))
const factor = z.object({ factor: z.number() })
const saleLineRows = z.array(
  z.object({
    product: number,
    quantity: z.number(),
    'unit.': factor,
    'product.': z.object({ 'default_uom.': factor }),
  }),
)
const changedMoves = z.array(z.object({ id: number, product: number }))

/**
 * A page of available stock: first of all products, then only of those with new moves. First-pass cursor: `<last
 * product id>|<cursor of moves>`.
 */
export async function pullStock(
  session: Session,
  resolved: ResolvedSettings,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledStock>> {
  const call = { signal }
  const [, lastProductId, moves = ''] = /^(?:(\d+)\|)?(.*)$/s.exec(cursor) ?? []
  if (cursor !== '' && lastProductId === undefined) {
    const changes = await readChanges(session, movesSource, moves, options, call)
    const moved = [...new Set(changes.rows.map(({ product }) => product))]
    return { ...changes, rows: await availableOf(session, resolved, moved, signal) }
  }
  // Before the first product is read, so that no move is missed.
  const movesStart = moves || (await movesCursorAtEnd(session, options, signal))
  const domain = [['id', '>', Number(lastProductId ?? 0)], ['type', '=', 'goods'], includeArchived]
  const params = [domain, 0, options.pageSize, [['id', 'ASC']]]
  const ids = await session.call('model.product.product.search', params, z.array(number), call)
  const rows = await availableOf(session, resolved, ids, signal)
  const isLast = ids.length < options.pageSize
  return { rows, cursor: isLast ? movesStart : `${ids.at(-1)}|${movesStart}`, isLast }
}

const movesSource = {
  model: 'stock.move',
  stamps: [{ model: 'stock.move', path: '' }],
  domain: [],
  fields: ['product'],
  rows: changedMoves,
}

/** Starts at now. */
async function movesCursorAtEnd(
  session: Session,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<string> {
  const none = { ...movesSource, domain: [['id', '<', 0]] }
  return (await readChanges(session, none, '', options, { signal })).cursor
}

/**
 * In stock, minus assigned and planned shipments, minus web shop sales without a shipment yet. Tryton's own forecast
 * ignores overdue shipments and counts incoming goods. Read in the order goods move, so that a move in between is
 * subtracted twice rather than never.
 */
async function availableOf(
  session: Session,
  { storageIds, shops }: ResolvedSettings,
  ids: number[],
  signal: AbortSignal,
): Promise<PulledStock[]> {
  if (ids.length === 0) return []
  const context = {
    locations: storageIds,
    with_childs: true,
    stock_date_end: dateOf(new Date().toISOString()),
    stock_assign: true,
  }
  const plannedMoves = [
    ['product', 'in', ids],
    ['state', '=', 'draft'],
    ['from_location', 'child_of', storageIds, 'parent'],
    ['to_location', 'not child_of', storageIds, 'parent'],
  ]
  const openSales = [
    ['product', 'in', ids],
    ['type', '=', 'line'],
    ['sale.state', 'in', ['quotation', 'confirmed']],
    ['sale.web_shop', 'in', shops.map(({ id }) => id)],
  ]
  const fields = ['product', 'quantity', 'unit.factor', 'product.default_uom.factor']
  const lines = await session.call(
    'model.sale.line.search_read',
    [openSales, 0, null, null, fields],
    saleLineRows,
    { signal },
  )
  const moves = await session.call(
    'model.stock.move.search_read',
    [plannedMoves, 0, null, null, ['product', 'internal_quantity']],
    moveRows,
    { signal },
  )
  const params = [ids, ['code', 'quantity']]
  const stock = await session.call('model.product.product.read', params, stockRows, { signal, context })
  const leaving = new Map<number, number>()
  const addLeaving = (product: number, quantity: number) =>
    void leaving.set(product, (leaving.get(product) ?? 0) + quantity)
  for (const { product, internal_quantity: quantity } of moves) addLeaving(product, quantity ?? 0)
  for (const { product, quantity, 'unit.': unit, 'product.': of } of lines) {
    addLeaving(product, (quantity * unit.factor) / of['default_uom.'].factor)
  }
  return stock
    .filter(({ code }) => code !== '')
    .map(({ id, code, quantity }) => ({
      productCode: code,
      available: Math.floor(quantity - (leaving.get(id) ?? 0)),
    }))
}
