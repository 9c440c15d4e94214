import { z } from 'zod'
import { ErpError, type ErpOrder } from '#server/erp/connector.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { earlier, minorOf, timeOf } from './encoding.ts'
import { partyOf } from './parties.ts'
import { type Place, type Shop, shopOf } from './place.ts'
import { productsOf } from './products.ts'
import { anything, number } from './replies.ts'
import {
  findSale,
  hasArrived,
  headValues,
  isSame,
  lineValues,
  orderOf,
  press,
  readSales,
  type Sale,
  saleDefaults,
} from './sales.ts'
import type { CallOptions, Session } from './session.ts'

type Work = {
  session: Session
  settings: TrytonSettings
  document: ErpDocument
  shop: Shop
  options: CallOptions
}

/** How many sales a page of the list has. */
const pageSize = 200

/**
 * Takes a document into Tryton as far as the settings say, from wherever an earlier try left it: makes the sale, makes
 * a draft say what the document says, offers it, confirms it. The key is the sale's web id, of which Tryton takes no
 * second one.
 */
export async function pushOrder(
  session: Session,
  settings: TrytonSettings,
  place: Place,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const shop = shopOf(place, document.currencyCode)
  const options = { signal, context: { company: shop.companyId } }
  const work = { session, settings, document, shop, options }
  const found = await findSale(session, document.key, options)
  const { sale, isOurs } = found ? { sale: found, isOurs: false } : await makeSale(work)
  try {
    return await takeOn(work, isOurs ? sale : await sameAsDocument(work, sale))
  } catch (error) {
    throw await leaveNothing(work, ofExistingSale(error))
  }
}

/**
 * What is refused leaves no draft behind, which somebody might confirm long after the order was changed or cancelled
 * here. A sale that is more than a draft is somebody's work: it stays, and the error says that it is there.
 */
async function leaveNothing({ session, document, options }: Work, error: unknown): Promise<unknown> {
  if (!(error instanceof ErpError) || error.errorClass !== 'rejected') return error
  const { message, raw } = error
  try {
    const sale = await findSale(session, document.key, options)
    if (!sale || sale.state === 'cancelled') return error
    if (sale.state !== 'draft') return new ErpError('rejected', message, raw, true)
    await session.call('model.sale.sale.delete', [[sale.id]], anything, { ...options, writes: true })
    return error
  } catch (cause) {
    const isRefused = cause instanceof ErpError && ['rejected', 'auth'].includes(cause.errorClass)
    if (isRefused) return new ErpError('rejected', `${message} (its draft stays in Tryton)`, raw)
    return new ErpError('unknown', message, raw)
  }
}

/** Makes the sale as a draft, or finds the one that somebody else has made meanwhile. */
async function makeSale(work: Work): Promise<{ sale: Sale; isOurs: boolean }> {
  const { session, document, options } = work
  const { head, lines } = await saleValues(work)
  const values = { ...head, lines: [['create', lines]] }
  try {
    await session.call('model.sale.sale.create', [[values]], z.array(number), { ...options, writes: true })
  } catch (error) {
    // Refused may mean that the key is taken; in which words depends on the user's language.
    const other =
      error instanceof ErpError && error.errorClass === 'rejected'
        ? await findSale(session, document.key, options).catch(() => undefined)
        : undefined
    if (!other) throw error
    return { sale: other, isOurs: false }
  }
  const sale = await findSale(session, document.key, options).catch((error: unknown) => {
    throw ofExistingSale(error)
  })
  if (!sale) throw new ErpError('unknown', 'Tryton does not show the sale that was just created')
  return { sale, isOurs: true }
}

async function saleValues({ session, settings, document, shop, options }: Work) {
  const party = await partyOf(session, document, settings.createParties, options)
  const [products, said] = await Promise.all([
    productsOf(session, document, party, shop, options),
    saleDefaults(session, party, shop, options),
  ])
  return { head: headValues(document, party, said, shop), lines: lineValues(document, products) }
}

/** From draft to where the settings want it. What has gone on by itself, or by the hands of others, stays so. */
async function takeOn({ session, settings, document, options }: Work, sale: Sale): Promise<ErpOrder> {
  const total = minorOf(sale.untaxed_amount)
  if (total !== document.totalMinor) {
    const amounts = `${total / 100} ${document.currencyCode} in Tryton, ${document.totalMinor / 100} here`
    throw new ErpError('rejected', `The total differs: ${amounts}`)
  }
  if (hasArrived(sale, settings)) return orderOf(sale)
  if (sale.state === 'draft') await press(session, 'quote', sale.id, options)
  if (settings.state === 'confirmed') await press(session, 'confirm', sale.id, options)
  const done = await findSale(session, document.key, options)
  if (!done) throw new ErpError('unknown', 'Tryton no longer shows the sale of this order')
  return orderOf(done)
}

/** Makes sure that a sale from an earlier try says what the document says now; a draft is written anew. */
async function sameAsDocument(work: Work, sale: Sale): Promise<Sale> {
  const { session, document, options } = work
  const name = sale.number ? `Sale ${sale.number}` : 'The draft of this order'
  if (sale.state === 'cancelled') throw new ErpError('rejected', `${name} is cancelled in Tryton`)
  const isAlike = await isSame(session, sale, document, options)
  if (sale.state !== 'draft') {
    if (isAlike) return sale
    const advice = 'Set it back to draft in Tryton to have it written again'
    throw new ErpError('rejected', `${name} differs from the order and is no longer a draft. ${advice}`)
  }
  // Addresses that were missing at the first try may have been entered since.
  if (isAlike && sale.invoice_address !== null && sale.shipment_address !== null) return sale
  const { head, lines } = await saleValues(work)
  const fresh = isAlike
    ? head
    : {
        ...head,
        lines: [
          ['delete', sale.lines],
          ['create', lines],
        ],
      }
  await session.call('model.sale.sale.write', [[sale.id], fresh], anything, { ...options, writes: true })
  const written = await findSale(session, document.key, options)
  if (!written) throw new ErpError('unknown', 'Tryton no longer shows the sale of this order')
  return written
}

/** Once there is a sale, no failure of the way may say that there is none. */
function ofExistingSale(error: unknown): unknown {
  if (!(error instanceof ErpError) || error.errorClass === 'rejected' || error.errorClass === 'unknown')
    return error
  return new ErpError('unknown', error.message, error.raw)
}

/**
 * The sales of our web shops that were made or changed since, as far as they have arrived. Tryton's times have no zone: half a day more than asked
 * for is listed, so that none is missed wherever its clock stands.
 */
export async function* listOrders(
  session: Session,
  settings: TrytonSettings,
  place: Place,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<ErpOrder & { key: string }> {
  const from = timeOf(earlier(since.toISOString(), 14 * 3_600_000))
  const shops = place.shops.map(({ id }) => id)
  const changed = ['OR', ['write_date', '>=', from], ['create_date', '>=', from]]
  for (let last = 0; ; ) {
    const domain = [['web_shop', 'in', shops], ['id', '>', last], changed]
    const sales = await readSales(session, domain, pageSize, { signal })
    for (const sale of sales) if (hasArrived(sale, settings)) yield { ...orderOf(sale), key: sale.web_id }
    if (sales.length < pageSize) return
    last = sales.at(-1)?.id ?? 0
  }
}
