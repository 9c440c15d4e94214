import { odooSettings } from '#shared/erp/odoo.ts'
import { type ErpAccess, type ErpConnector, ErpError } from '../connector.ts'
import { listOrders, pushOrder } from './orders.ts'
import { pullCustomers } from './pullCustomers.ts'
import { pullPrices } from './pullPrices.ts'
import { pullProducts } from './pullProducts.ts'
import { pullStock } from './pullStock.ts'
import { contextOf, type ResolvedSettings, resolveSettings } from './resolveSettings.ts'
import { openRpc } from './rpc.ts'
import { findSale, hasArrived, orderOf } from './sales.ts'
import type { OdooOptions } from './transport.ts'

type Options = Partial<OdooOptions> & {
  pageSize?: number
  /** See changesById.ts. */
  overlapMs?: number
}

const resolvedTtlMs = 5 * 60_000

/**
 * Opens a link to Odoo 17 or later. Odoo accepts duplicate keys, so callers must look first. Tested only against a
 * recorded server. Throws {@link ErpError} for incomplete settings.
 */
export function openOdoo(access: ErpAccess, options: Options = {}): ErpConnector {
  const parsed = odooSettings.safeParse(access.settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the Odoo connection are not complete')
  const settings = parsed.data
  const { callTimeoutMs = 120_000, signInRetryDelayMs = 10 * 60_000 } = options
  const odoo = openRpc(settings, access.secret, { callTimeoutMs, signInRetryDelayMs })
  const changes = {
    pageSize: options.pageSize ?? 500,
    overlapMs: options.overlapMs ?? 600_000,
  }
  let cached: { resolved: ResolvedSettings; until: number } | undefined

  async function resolved(signal: AbortSignal): Promise<ResolvedSettings> {
    if (cached && cached.until > Date.now()) return cached.resolved
    const fresh = await resolveSettings(odoo, settings, signal)
    cached = { resolved: fresh, until: Date.now() + resolvedTtlMs }
    return fresh
  }

  return {
    capabilities: { pull: ['customers', 'products', 'prices', 'stock'], refusesTwice: false, find: true },
    async health(signal) {
      cached = undefined
      const { companyName } = await resolved(signal)
      return `Odoo ${await odoo.version(signal)}: ${companyName}`
    },
    async find(key, signal) {
      const at = await resolved(signal)
      const call = { context: contextOf(at), signal }
      const { sale: active, cancelled } = await findSale(odoo, key, at.companyId, call)
      const sale = active ?? cancelled
      if (!sale) return undefined
      const order = await orderOf(odoo, sale, call)
      return hasArrived(sale, settings) ? order : { ...order, isUnfinished: true }
    },
    async push(document, signal) {
      return await pushOrder(odoo, settings, await resolved(signal), document, signal)
    },
    async *list(since, signal) {
      yield* listOrders(odoo, settings, await resolved(signal), since, signal)
    },
    async customers(cursor, signal) {
      return await pullCustomers(odoo, await resolved(signal), cursor, changes, signal)
    },
    async products(cursor, signal) {
      return await pullProducts(odoo, await resolved(signal), cursor, changes, signal)
    },
    async prices(cursor, signal) {
      return await pullPrices(odoo, await resolved(signal), cursor, changes, signal)
    },
    async stock(cursor, signal) {
      return await pullStock(odoo, await resolved(signal), cursor, changes, signal)
    },
    close: async () => {},
  }
}
