import type { ErpAccess, ErpConnector } from '#server/erp/connector.ts'
import { ErpError } from '#server/erp/connector.ts'
import { trytonSettings } from '#shared/erp/tryton.ts'
import { listOrders, pushOrder } from './orders.ts'
import { pullCustomers } from './pullCustomers.ts'
import { pullPrices, pullProducts } from './pullProducts.ts'
import { pullStock } from './pullStock.ts'
import { type ResolvedSettings, resolveSettings } from './resolveSettings.ts'
import { findSale, hasArrived, orderOf } from './sales.ts'
import { openSession, type SessionOptions } from './session.ts'

export type TrytonOptions = Partial<SessionOptions> & {
  pageSize?: number
  /** See changesById.ts. */
  overlapMs?: number
}

const resolvedTtlMs = 5 * 60_000

/**
 * Opens a link to Tryton's JSON-RPC. The sale's unique web id prevents duplicates. Throws {@link ErpError} for
 * incomplete settings.
 */
export function openTryton(access: ErpAccess, options: TrytonOptions = {}): ErpConnector {
  const parsed = trytonSettings.safeParse(access.settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the Tryton connection are not complete')
  const settings = parsed.data
  const { callTimeoutMs = 120_000, signInRetryDelayMs = 10 * 60_000 } = options
  const session = openSession(settings, access.secret, { callTimeoutMs, signInRetryDelayMs })
  const changes = {
    pageSize: options.pageSize ?? 500,
    overlapMs: options.overlapMs ?? 600_000,
  }
  let cached: { resolved: ResolvedSettings; until: number } | undefined

  async function resolved(signal: AbortSignal): Promise<ResolvedSettings> {
    if (cached && cached.until > Date.now()) return cached.resolved
    const fresh = await resolveSettings(session, settings, signal)
    cached = { resolved: fresh, until: Date.now() + resolvedTtlMs }
    return fresh
  }

  return {
    capabilities: { pull: ['customers', 'products', 'prices', 'stock'], refusesTwice: true, find: true },
    async health(signal) {
      cached = undefined
      const { shops } = await resolved(signal)
      return `Tryton ${await session.version(signal)}: ${shops.map(({ name }) => name).join(', ')}`
    },
    async find(key, signal) {
      const sale = await findSale(session, key, { signal })
      if (!sale) return undefined
      return hasArrived(sale, settings) ? orderOf(sale) : { ...orderOf(sale), isUnfinished: true }
    },
    async push(document, signal) {
      return pushOrder(session, settings, await resolved(signal), document, signal)
    },
    async *list(since, signal) {
      yield* listOrders(session, settings, await resolved(signal), since, signal)
    },
    async customers(cursor, signal) {
      return pullCustomers(session, await resolved(signal), cursor, changes, signal)
    },
    async products(cursor, signal) {
      return pullProducts(session, cursor, changes, signal)
    },
    async prices(cursor, signal) {
      return pullPrices(session, await resolved(signal), cursor, changes, signal)
    },
    async stock(cursor, signal) {
      return pullStock(session, await resolved(signal), cursor, changes, signal)
    },
    close: () => session.close(),
  }
}
