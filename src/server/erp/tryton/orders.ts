import { z } from 'zod'
import { ErpError, type ErpOrder } from '#server/erp/connector.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { earlier, minorOf, timeOf } from './encoding.ts'
import { partyOf } from './parties.ts'
import { productsOf } from './products.ts'
import { anyReply, number } from './replies.ts'
import { type ResolvedSettings, type Shop, shopOf } from './resolveSettings.ts'
import {
  findSale,
  hasArrived,
  headValues,
  lineValues,
  orderOf,
  pressButton,
  readSales,
  type Sale,
  saleDefaults,
  salesMatch,
} from './sales.ts'
import type { CallOptions, Session } from './session.ts'

type PushJob = {
  session: Session
  settings: TrytonSettings
  document: ErpDocument
  shop: Shop
  options: CallOptions
}

const pageSize = 200

/**
 * Creates the sale or updates its draft, quotes and confirms it as configured, continuing where an earlier attempt
 * stopped. The key is the web id, unique in Tryton.
 */
export async function pushOrder(
  session: Session,
  settings: TrytonSettings,
  resolved: ResolvedSettings,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const shop = shopOf(resolved, document.currencyCode)
  const options = { signal, context: { company: shop.companyId } }
  const job = { session, settings, document, shop, options }
  const found = await findSale(session, document.key, options)
  const { sale, isOurs } = found ? { sale: found, isOurs: false } : await createSale(job)
  try {
    return await advanceSale(job, isOurs ? sale : await matchDocument(job, sale))
  } catch (error) {
    throw await deleteRefusedDraft(job, toExistingSaleError(error))
  }
}

/** Deletes a rejected draft before somebody confirms it. In later states it stays and the error says `isThere`. */
async function deleteRefusedDraft({ session, document, options }: PushJob, error: unknown): Promise<unknown> {
  if (!(error instanceof ErpError) || error.errorClass !== 'rejected') return error
  const { message, raw } = error
  try {
    const sale = await findSale(session, document.key, options)
    if (!sale || sale.state === 'cancelled') return error
    if (sale.state !== 'draft') return new ErpError('rejected', message, raw, true)
    await session.call('model.sale.sale.delete', [[sale.id]], anyReply, { ...options, writes: true })
    return error
  } catch (cause) {
    const isRefused = cause instanceof ErpError && ['rejected', 'auth'].includes(cause.errorClass)
    if (isRefused) return new ErpError('rejected', `${message} (its draft stays in Tryton)`, raw)
    return new ErpError('unknown', message, raw)
  }
}

/** Creates the draft, or finds a concurrent one. */
async function createSale(job: PushJob): Promise<{ sale: Sale; isOurs: boolean }> {
  const { session, document, options } = job
  const { head, lines } = await saleValues(job)
  const values = { ...head, lines: [['create', lines]] }
  try {
    await session.call('model.sale.sale.create', [[values]], z.array(number), { ...options, writes: true })
  } catch (error) {
    // The key may be taken; the wording depends on the user's language.
    const other =
      error instanceof ErpError && error.errorClass === 'rejected'
        ? await findSale(session, document.key, options).catch(() => undefined)
        : undefined
    if (!other) throw error
    return { sale: other, isOurs: false }
  }
  const sale = await findSale(session, document.key, options).catch((error: unknown) => {
    throw toExistingSaleError(error)
  })
  if (!sale) throw new ErpError('unknown', 'Tryton does not show the sale that was just created')
  return { sale, isOurs: true }
}

async function saleValues({ session, settings, document, shop, options }: PushJob) {
  const party = await partyOf(session, document, settings.createParties, options)
  const [products, defaults] = await Promise.all([
    productsOf(session, document, party, shop, options),
    saleDefaults(session, party, shop, options),
  ])
  return { head: headValues(document, party, defaults, shop), lines: lineValues(document, products) }
}

async function advanceSale({ session, settings, document, options }: PushJob, sale: Sale): Promise<ErpOrder> {
  const total = minorOf(sale.untaxed_amount)
  if (total !== document.totalMinor) {
    const amounts = `${total / 100} ${document.currencyCode} in Tryton, ${document.totalMinor / 100} here`
    throw new ErpError('rejected', `The total differs: ${amounts}`)
  }
  if (hasArrived(sale, settings)) return orderOf(sale)
  if (sale.state === 'draft') await pressButton(session, 'quote', sale.id, options)
  if (settings.state === 'confirmed') await pressButton(session, 'confirm', sale.id, options)
  const done = await findSale(session, document.key, options)
  if (!done) throw new ErpError('unknown', 'Tryton no longer shows the sale of this order')
  return orderOf(done)
}

/** Makes an earlier attempt's draft match the document. */
async function matchDocument(job: PushJob, sale: Sale): Promise<Sale> {
  const { session, document, options } = job
  const name = sale.number ? `Sale ${sale.number}` : 'The draft of this order'
  if (sale.state === 'cancelled') throw new ErpError('rejected', `${name} is cancelled in Tryton`)
  const matches = await salesMatch(session, sale, document, options)
  if (sale.state !== 'draft') {
    if (matches) return sale
    const advice = 'Set it back to draft in Tryton to have it written again'
    throw new ErpError('rejected', `${name} differs from the order and is no longer a draft. ${advice}`)
  }
  // Missing addresses may have been added since.
  if (matches && sale.invoice_address !== null && sale.shipment_address !== null) return sale
  const { head, lines } = await saleValues(job)
  const fresh = matches
    ? head
    : {
        ...head,
        lines: [
          ['delete', sale.lines],
          ['create', lines],
        ],
      }
  await session.call('model.sale.sale.write', [[sale.id], fresh], anyReply, { ...options, writes: true })
  const saved = await findSale(session, document.key, options)
  if (!saved) throw new ErpError('unknown', 'Tryton no longer shows the sale of this order')
  return saved
}

/** Once a sale exists, no error may claim otherwise. */
function toExistingSaleError(error: unknown): unknown {
  if (!(error instanceof ErpError) || error.errorClass === 'rejected' || error.errorClass === 'unknown')
    return error
  return new ErpError('unknown', error.message, error.raw)
}

/** Starts 14 hours early, because Tryton's times have no zone. */
export async function* listOrders(
  session: Session,
  settings: TrytonSettings,
  resolved: ResolvedSettings,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<ErpOrder & { key: string }> {
  const from = timeOf(earlier(since.toISOString(), 14 * 3_600_000))
  const shops = resolved.shops.map(({ id }) => id)
  const changed = ['OR', ['write_date', '>=', from], ['create_date', '>=', from]]
  for (let last = 0; ; ) {
    const domain = [['web_shop', 'in', shops], ['id', '>', last], changed]
    const sales = await readSales(session, domain, pageSize, { signal })
    for (const sale of sales) if (hasArrived(sale, settings)) yield { ...orderOf(sale), key: sale.web_id }
    if (sales.length < pageSize) return
    last = sales.at(-1)?.id ?? 0
  }
}
