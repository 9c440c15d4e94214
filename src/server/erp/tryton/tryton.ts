import type { ErpAccess, ErpConnector } from '#server/erp/connector.ts'
import { ErpError } from '#server/erp/connector.ts'
import { trytonSettings } from '#shared/erp/tryton.ts'
import { listOrders, pushOrder } from './orders.ts'
import { findPlace, type Place } from './place.ts'
import { pullCustomers } from './pullCustomers.ts'
import { pullPrices, pullProducts } from './pullProducts.ts'
import { pullStock } from './pullStock.ts'
import { findSale, hasArrived, orderOf } from './sales.ts'
import { openSession, type SessionOptions } from './session.ts'

export type TrytonOptions = Partial<SessionOptions> & {
  /** Rows of a page that is pulled. */
  pageSize?: number
  /** How long what is a little older than the newest change is asked for again; see changes.ts. */
  overlapMs?: number
}

/** What the settings name is looked up again after this long. */
const placeMilliseconds = 5 * 60_000

/**
 * A link to a Tryton, over its JSON-RPC. It keeps one session; whatever it changes is guarded by the sale's web id.
 * Throws {@link ErpError} where the settings are none of Tryton's.
 */
export function openTryton(access: ErpAccess, options: TrytonOptions = {}): ErpConnector {
  const parsed = trytonSettings.safeParse(access.settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the link to Tryton are not complete')
  const settings = parsed.data
  const { callTimeoutMs = 120_000, signInRetryDelayMs = 10 * 60_000 } = options
  const session = openSession(settings, access.secret, { callTimeoutMs, signInRetryDelayMs })
  const changes = {
    pageSize: options.pageSize ?? 500,
    overlapMs: options.overlapMs ?? 600_000,
  }
  let known: { place: Place; until: number } | undefined

  async function place(signal: AbortSignal): Promise<Place> {
    if (known && known.until > Date.now()) return known.place
    const found = await findPlace(session, settings, signal)
    known = { place: found, until: Date.now() + placeMilliseconds }
    return found
  }

  return {
    capabilities: { pull: ['customers', 'products', 'prices', 'stock'], refusesTwice: true, find: true },
    async health(signal) {
      known = undefined
      const { shops } = await place(signal)
      return `Tryton ${await session.version(signal)}: ${shops.map(({ name }) => name).join(', ')}`
    },
    async find(key, signal) {
      const sale = await findSale(session, key, { signal })
      if (!sale) return undefined
      return hasArrived(sale, settings) ? orderOf(sale) : { ...orderOf(sale), isUnfinished: true }
    },
    async push(document, signal) {
      return pushOrder(session, settings, await place(signal), document, signal)
    },
    async *list(since, signal) {
      yield* listOrders(session, settings, await place(signal), since, signal)
    },
    async customers(cursor, signal) {
      return pullCustomers(session, await place(signal), cursor, changes, signal)
    },
    async products(cursor, signal) {
      return pullProducts(session, cursor, changes, signal)
    },
    async prices(cursor, signal) {
      return pullPrices(session, await place(signal), cursor, changes, signal)
    },
    async stock(cursor, signal) {
      return pullStock(session, await place(signal), cursor, changes, signal)
    },
    close: () => session.close(),
  }
}
