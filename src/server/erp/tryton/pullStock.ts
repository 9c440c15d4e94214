import { z } from 'zod'
import type { Pulled, PulledStock } from '#server/erp/connector.ts'
import type { ChangesOptions } from '../changesById.ts'
import { readChanges } from './changes.ts'
import { dateOf } from './encoding.ts'
import type { Place } from './place.ts'
import { archivedToo, number, text } from './replies.ts'
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
 * What can still be sold of a page of products: at first of all, then of those whose stock has moved, or is about to.
 * A cursor begins with the number of the product that the first pass has come to, and goes on with moves after it.
 */
export async function pullStock(
  session: Session,
  place: Place,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledStock>> {
  const call = { signal }
  const [, products, moves = ''] = /^(?:(\d+)\|)?(.*)$/s.exec(cursor) ?? []
  if (cursor !== '' && products === undefined) {
    const changes = await readChanges(session, movesSource, moves, options, call)
    const moved = [...new Set(changes.rows.map(({ product }) => product))]
    return { ...changes, rows: await availableOf(session, place, moved, signal) }
  }
  // Where the moves stand is noted before the first product is read.
  const noted = moves || (await endOfMoves(session, options, signal))
  const domain = [['id', '>', Number(products ?? 0)], ['type', '=', 'goods'], archivedToo]
  const params = [domain, 0, options.pageSize, [['id', 'ASC']]]
  const ids = await session.call('model.product.product.search', params, z.array(number), call)
  const rows = await availableOf(session, place, ids, signal)
  const isLast = ids.length < options.pageSize
  return { rows, cursor: isLast ? noted : `${ids.at(-1)}|${noted}`, isLast }
}

const movesSource = {
  model: 'stock.move',
  stamps: [{ model: 'stock.move', path: '' }],
  domain: [],
  fields: ['product'],
  rows: changedMoves,
}

/** A cursor of moves that wants only what comes from now on. */
async function endOfMoves(session: Session, options: ChangesOptions, signal: AbortSignal): Promise<string> {
  const none = { ...movesSource, domain: [['id', '<', 0]] }
  return (await readChanges(session, none, '', options, { signal })).cursor
}

/**
 * In the warehouse, less what is assigned to shipments, less what shipments still to be picked will take, less what the
 * web shops' sales want for which there is no shipment yet: offers, and what was confirmed just now. Tryton's own
 * forecast is not asked: it leaves out what should have been shipped before today, and counts what is on its way in.
 * Asked in the order that goods go, so that what moves on meanwhile is taken off twice rather than never.
 */
async function availableOf(
  session: Session,
  { storageIds, shops }: Place,
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
  const promised = [
    ['product', 'in', ids],
    ['state', '=', 'draft'],
    ['from_location', 'child_of', storageIds, 'parent'],
    ['to_location', 'not child_of', storageIds, 'parent'],
  ]
  const sold = [
    ['product', 'in', ids],
    ['type', '=', 'line'],
    ['sale.state', 'in', ['quotation', 'confirmed']],
    ['sale.web_shop', 'in', shops.map(({ id }) => id)],
  ]
  const wanted = ['product', 'quantity', 'unit.factor', 'product.default_uom.factor']
  const lines = await session.call(
    'model.sale.line.search_read',
    [sold, 0, null, null, wanted],
    saleLineRows,
    { signal },
  )
  const moves = await session.call(
    'model.stock.move.search_read',
    [promised, 0, null, null, ['product', 'internal_quantity']],
    moveRows,
    { signal },
  )
  const params = [ids, ['code', 'quantity']]
  const stock = await session.call('model.product.product.read', params, stockRows, { signal, context })
  const leaving = new Map<number, number>()
  const leaves = (product: number, quantity: number) =>
    void leaving.set(product, (leaving.get(product) ?? 0) + quantity)
  for (const { product, internal_quantity: quantity } of moves) leaves(product, quantity ?? 0)
  for (const { product, quantity, 'unit.': unit, 'product.': of } of lines) {
    leaves(product, (quantity * unit.factor) / of['default_uom.'].factor)
  }
  return stock
    .filter(({ code }) => code !== '')
    .map(({ id, code, quantity }) => ({
      productCode: code,
      // Whole pieces; a remainder cannot be sold.
      available: Math.floor(quantity - (leaving.get(id) ?? 0)),
    }))
}
