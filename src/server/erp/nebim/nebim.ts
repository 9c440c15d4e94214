import { nebimSettings } from '#shared/erp/nebim.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import { type ErpAccess, type ErpConnector, ErpError } from '../connector.ts'
import { listOrders, lookUp, pushOrder } from './orders.ts'
import { type PullOptions, pullCustomers, pullPrices, pullProducts, pullStock } from './pulls.ts'
import { openSession } from './session.ts'

type Options = Partial<PullOptions> & { callTimeoutMs?: number; signInRetryDelayMs?: number }

const kinds = ['customers', 'products', 'prices', 'stock'] as const

/**
 * Opens a link to Nebim V3's Integrator. Nebim accepts duplicate keys, so callers must look first, through an
 * installed procedure (docs/nebim.md). Tested only against a recorded server. Throws {@link ErpError} for incomplete
 * settings.
 */
export function openNebim(access: ErpAccess, options: Options = {}): ErpConnector {
  const parsed = nebimSettings.safeParse(access.settings)
  if (!parsed.success) throw new ErpError('auth', 'The settings of the Nebim connection are not complete')
  const settings = parsed.data
  const { productCode } = access.settings
  const pattern = typeof productCode === 'string' ? productCode : defaultProductCode
  const { callTimeoutMs = 120_000, signInRetryDelayMs = 10 * 60_000 } = options
  const session = openSession(settings, access.secret, { callTimeoutMs, signInRetryDelayMs })
  const pullOptions = {
    pageSize: options.pageSize ?? 500,
    overlapMs: options.overlapMs ?? 600_000,
  }
  const pullContext = (signal: AbortSignal) => ({ session, settings, options: pullOptions, signal })
  const has = (kind: (typeof kinds)[number]) => settings.procedures[kind] !== ''

  return {
    capabilities: { pull: kinds.filter(has), refusesTwice: false, find: true },
    async health(signal) {
      const { DatabaseName: database, OfficeCode: office } = await session.whoAmI(signal)
      // Fails here, instead of per order, without the look-up.
      await lookUp(session, settings, '00000000-0000-0000-0000-000000000000', signal)
      return ['Nebim V3', database, office ?? ''].filter((part) => part !== '').join(', ')
    },
    find: (key, signal) => lookUp(session, settings, key, signal),
    push: (document, signal) => pushOrder(session, settings, document, signal),
    list: (since, signal) => listOrders(session, settings, since, signal),
    ...(has('customers')
      ? { customers: (cursor, signal) => pullCustomers(pullContext(signal), cursor) }
      : {}),
    ...(has('products')
      ? { products: (cursor, signal) => pullProducts(pullContext(signal), pattern, cursor) }
      : {}),
    ...(has('prices')
      ? { prices: (cursor, signal) => pullPrices(pullContext(signal), pattern, cursor) }
      : {}),
    ...(has('stock') ? { stock: (cursor, signal) => pullStock(pullContext(signal), pattern, cursor) } : {}),
    close: () => session.close(),
  }
}
