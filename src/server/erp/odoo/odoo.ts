import { odooSettings } from '#shared/erp/odoo.ts'
import { type ErpAccess, type ErpConnector, ErpError } from '../connector.ts'
import { listOrders, pushOrder } from './orders.ts'
import { contextOf, findPlace, type Place } from './place.ts'
import { pullCustomers } from './pullCustomers.ts'
import { pullPrices } from './pullPrices.ts'
import { pullProducts } from './pullProducts.ts'
import { pullStock } from './pullStock.ts'
import { openRpc } from './rpc.ts'
import { findSale, hasArrived, orderOf } from './sales.ts'
import type { OdooOptions } from './transport.ts'

type Options = Partial<OdooOptions> & {
  /** Rows of a page that is pulled. */
  pageSize?: number
  /** How long what is a little older than the newest change is asked for again; see changes.ts. */
  overlapMilliseconds?: number
}

/** What the settings name is looked up again after this long. */
const placeMilliseconds = 5 * 60_000

/**
 * A link to Odoo 17 or later. Odoo takes a second order of the same key, so whoever sends looks first. Tried against a
 * recorded server only, written after Odoo's documentation and sources. Throws {@link ErpError} where the settings are
 * none of Odoo's.
 */
export function openOdoo(access: ErpAccess, options: Options = {}): ErpConnector {
  const parsed = odooSettings.safeParse(access.settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the Odoo connection are not complete')
  const settings = parsed.data
  const { callMilliseconds = 120_000, pauseMilliseconds = 10 * 60_000 } = options
  const odoo = openRpc(settings, access.secret, { callMilliseconds, pauseMilliseconds })
  const changes = {
    pageSize: options.pageSize ?? 500,
    overlapMilliseconds: options.overlapMilliseconds ?? 600_000,
  }
  let known: { place: Place; until: number } | undefined

  async function place(signal: AbortSignal): Promise<Place> {
    if (known && known.until > Date.now()) return known.place
    const found = await findPlace(odoo, settings, signal)
    known = { place: found, until: Date.now() + placeMilliseconds }
    return found
  }

  return {
    capabilities: { pull: ['customers', 'products', 'prices', 'stock'], refusesTwice: false, find: true },
    async health(signal) {
      known = undefined
      const { companyName } = await place(signal)
      return `Odoo ${await odoo.version(signal)}: ${companyName}`
    },
    async find(key, signal) {
      const at = await place(signal)
      const call = { context: contextOf(at), signal }
      const { sale: standing, cancelled } = await findSale(odoo, key, at.companyId, call)
      const sale = standing ?? cancelled
      if (!sale) return undefined
      const order = await orderOf(odoo, sale, call)
      return hasArrived(sale, settings) ? order : { ...order, isUnfinished: true }
    },
    async push(document, signal) {
      return await pushOrder(odoo, settings, await place(signal), document, signal)
    },
    async *list(since, signal) {
      yield* listOrders(odoo, settings, await place(signal), since, signal)
    },
    async customers(cursor, signal) {
      return await pullCustomers(odoo, await place(signal), cursor, changes, signal)
    },
    async products(cursor, signal) {
      return await pullProducts(odoo, await place(signal), cursor, changes, signal)
    },
    async prices(cursor, signal) {
      return await pullPrices(odoo, await place(signal), cursor, changes, signal)
    },
    async stock(cursor, signal) {
      return await pullStock(odoo, await place(signal), cursor, changes, signal)
    },
    close: async () => {},
  }
}
