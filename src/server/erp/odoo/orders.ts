import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError, type ErpOrder, ofMade } from '../connector.ts'
import { fieldValues } from './fields.ts'
import { branchOf, partnerOf } from './parties.ts'
import { contextOf, type Place, priceListFor } from './place.ts'
import { productsOf } from './products.ts'
import { anything, minorOf, timeOf } from './replies.ts'
import type { Odoo } from './rpc.ts'
import { findSale, hasArrived, lineValues, orderOf, readSales, type Sale } from './sales.ts'

type Work = {
  odoo: Odoo
  settings: OdooSettings
  place: Place
  document: ErpDocument
  call: { context: Record<string, unknown>; signal: AbortSignal }
}

/** How many sales a page of the list has. */
const pageSize = 200

/**
 * Takes a document into Odoo as far as the settings say, from wherever an earlier try left it: makes the quotation, or
 * finds the one that was made, and confirms it. The key stands in the customer reference, by which it is found again.
 */
export async function pushOrder(
  odoo: Odoo,
  settings: OdooSettings,
  place: Place,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const work = { odoo, settings, place, document, call: { context: contextOf(place), signal } }
  const { sale: found, cancelled } = await findSale(odoo, document.key, place.companyId, work.call)
  if (!found && cancelled) {
    const advice = 'Delete it, or clear its customer reference, to have the order created again'
    throw new ErpError('rejected', `${cancelled.name} of this order is cancelled in Odoo. ${advice}`)
  }
  if (found) {
    try {
      await refuseOther(work, found)
      return await takeOn(work, found)
    } catch (error) {
      throw ofExisting(error)
    }
  }
  return await makeAndTakeOn(work)
}

async function makeAndTakeOn(work: Work): Promise<ErpOrder> {
  const id = await makeSale(work)
  const sale = await again(work, id).catch((error: unknown) => {
    throw ofMade(error, String(id))
  })
  try {
    const differs = differenceOf(work.document, sale)
    if (differs !== undefined) throw await takenBack(work, sale, differs)
    return await takeOn(work, sale)
  } catch (error) {
    throw ofExisting(error)
  }
}

const ids = z.array(z.int()).min(1)

async function makeSale({ odoo, settings, place, document, call }: Work): Promise<number> {
  const pricelist = priceListFor(place, document)
  const products = await productsOf(odoo, document, place.companyId, call)
  const fields = fieldValues(settings, place.fieldTypes, document)
  const partner = await partnerOf(odoo, document, settings.createParties, call)
  const address = await branchOf(odoo, partner, document.branch, call)
  const values = {
    origin: document.orderNumber,
    ...fields,
    client_order_ref: document.key,
    company_id: place.companyId,
    partner_id: partner,
    ...(address === undefined ? {} : { partner_shipping_id: address }),
    ...(place.warehouseId === undefined ? {} : { warehouse_id: place.warehouseId }),
    pricelist_id: pricelist,
    date_order: timeOf(document.placedAt),
    order_line: lineValues(document, products),
  }
  const args = { vals_list: [values] }
  const [id] = await odoo.call({ ...call, model: 'sale.order', method: 'create', args, writes: true }, ids)
  return id ?? 0
}

/** The sale that is there now; whatever else bears its key is found as well. */
async function again({ odoo, place, document, call }: Work, id: number): Promise<Sale> {
  const { sale } = await findSale(odoo, document.key, place.companyId, call)
  if (sale?.id !== id) throw new ErpError('unknown', 'Odoo does not show the order that was just created')
  return sale
}

/** What is wrong with a sale's amount; undefined where it is as it was sent. */
function differenceOf({ totalMinor, currencyCode }: ErpDocument, sale: Sale): string | undefined {
  const theirs = sale.currency_id?.name ?? ''
  if (theirs !== currencyCode) return `Odoo creates the order in ${theirs}, not in ${currencyCode}`
  const total = minorOf(sale.amount_untaxed)
  if (total === totalMinor) return undefined
  const amounts = `${(total / 100).toFixed(2)} in Odoo, ${(totalMinor / 100).toFixed(2)} ${currencyCode} here`
  return `The total without taxes differs: ${amounts}. Do the product prices in Odoo include taxes?`
}

/**
 * Takes a quotation back that is not what was ordered, so that nobody confirms it later. Whoever may not delete may cancel;
 * the key is taken off, for the order is to be made anew under it.
 */
async function takenBack({ odoo, document, call }: Work, sale: Sale, why: string): Promise<ErpError> {
  const one = { ...call, model: 'sale.order', ids: [sale.id], writes: true }
  try {
    await odoo.call({ ...one, method: 'unlink' }, anything).catch(async () => {
      const context = { ...call.context, disable_cancel_warning: true }
      await odoo.call({ ...one, context, method: 'action_cancel' }, anything)
      const args = { vals: { client_order_ref: `${document.orderNumber} (refused)` } }
      await odoo.call({ ...one, method: 'write', args }, anything)
    })
    return new ErpError('rejected', why)
  } catch {
    return new ErpError('rejected', `${why} ${sale.name} stays in Odoo: delete it there.`, '', true)
  }
}

/** A sale of an earlier try, or of a person, must be what the document says: it is never written over. */
async function refuseOther({ odoo, document, call }: Work, sale: Sale): Promise<void> {
  const { lineCount } = await orderOf(odoo, sale, call)
  const differs = differenceOf(document, sale)
  if (differs === undefined && lineCount === document.lines.length) return
  const why = differs ?? `It has ${lineCount} lines in Odoo, ${document.lines.length} here`
  throw new ErpError('rejected', `${sale.name} in Odoo differs from this order: ${why}`, '', true)
}

/** From quotation to where the settings want it. What has gone on by itself, or by the hands of others, stays so. */
async function takeOn(work: Work, sale: Sale): Promise<ErpOrder> {
  const { odoo, settings, call } = work
  if (hasArrived(sale, settings)) return await orderOf(odoo, sale, call)
  const one = { ...call, model: 'sale.order', ids: [sale.id], method: 'action_confirm', writes: true }
  let refused: ErpError | undefined
  try {
    await odoo.call(one, anything)
  } catch (error) {
    if (!(error instanceof ErpError) || error.errorClass !== 'rejected') throw error
    refused = error
  }
  const now = await again(work, sale.id)
  // Refused may mean that somebody was quicker.
  if (hasArrived(now, settings)) return await orderOf(odoo, now, call)
  const why = refused ? refused.message : 'a module of it wants something from a person first'
  throw new ErpError(
    'rejected',
    `${sale.name} is a quotation in Odoo and is not confirmed: ${why}. Correct it there and send the order again.`,
    refused?.raw ?? '',
    true,
  )
}

/** Once there is a sale, no failure of the way may say that there is none. */
function ofExisting(error: unknown): unknown {
  if (!(error instanceof ErpError) || error.errorClass === 'rejected' || error.errorClass === 'unknown')
    return error
  return new ErpError('unknown', error.message, error.raw)
}

/** The sales with a customer reference that were made or changed since, as far as they have arrived. */
export async function* listOrders(
  odoo: Odoo,
  settings: OdooSettings,
  place: Place,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<ErpOrder & { key: string }> {
  const changed = [
    ['company_id', '=', place.companyId],
    ['client_order_ref', '!=', false],
    ['write_date', '>=', timeOf(since)],
  ]
  const call = { context: contextOf(place), signal }
  for (let last = 0; ; ) {
    const sales = await readSales(odoo, [['id', '>', last], ...changed], pageSize, call)
    for (const sale of sales) {
      if (!hasArrived(sale, settings)) continue
      const { id, name: number, client_order_ref: key, amount_untaxed: amount, order_line: lines } = sale
      yield { key, id: String(id), number, totalMinor: minorOf(amount), lineCount: lines.length }
    }
    if (sales.length < pageSize) return
    last = sales.at(-1)?.id ?? 0
  }
}
