import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError, type ErpOrder, ofMade } from '../connector.ts'
import { fieldValues } from './fields.ts'
import { branchOf, partnerOf } from './parties.ts'
import { productsOf } from './products.ts'
import { anyReply, minorOf, timeOf } from './replies.ts'
import { contextOf, priceListFor, type ResolvedSettings } from './resolveSettings.ts'
import type { Odoo } from './rpc.ts'
import { findSale, hasArrived, lineValues, orderOf, readSales, type Sale } from './sales.ts'

type PushJob = {
  odoo: Odoo
  settings: OdooSettings
  resolved: ResolvedSettings
  document: ErpDocument
  call: { context: Record<string, unknown>; signal: AbortSignal }
}

const pageSize = 200

/**
 * Creates or finds the order's quotation (by key in `client_order_ref`) and confirms it, continuing where an earlier
 * attempt stopped.
 */
export async function pushOrder(
  odoo: Odoo,
  settings: OdooSettings,
  resolved: ResolvedSettings,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<ErpOrder> {
  const job = { odoo, settings, resolved, document, call: { context: contextOf(resolved), signal } }
  const { sale: found, cancelled } = await findSale(odoo, document.key, resolved.companyId, job.call)
  if (!found && cancelled) {
    const advice = 'Delete it, or clear its customer reference, to have the order created again'
    throw new ErpError('rejected', `${cancelled.name} of this order is cancelled in Odoo. ${advice}`)
  }
  if (found) {
    try {
      await refuseIfDifferent(job, found)
      return await confirmIfNeeded(job, found)
    } catch (error) {
      throw toExistingSaleError(error)
    }
  }
  return await createAndConfirm(job)
}

async function createAndConfirm(job: PushJob): Promise<ErpOrder> {
  const id = await createSale(job)
  const sale = await rereadSale(job, id).catch((error: unknown) => {
    throw ofMade(error, String(id))
  })
  try {
    const differs = differenceOf(job.document, sale)
    if (differs !== undefined) throw await withdrawSale(job, sale, differs)
    return await confirmIfNeeded(job, sale)
  } catch (error) {
    throw toExistingSaleError(error)
  }
}

const ids = z.array(z.int()).min(1)

async function createSale({ odoo, settings, resolved, document, call }: PushJob): Promise<number> {
  const pricelist = priceListFor(resolved, document)
  const products = await productsOf(odoo, document, resolved.companyId, call)
  const fields = fieldValues(settings, resolved.fieldTypes, document)
  const partner = await partnerOf(odoo, document, settings.createParties, call)
  const address = await branchOf(odoo, partner, document.branch, call)
  const values = {
    origin: document.orderNumber,
    ...fields,
    client_order_ref: document.key,
    company_id: resolved.companyId,
    partner_id: partner,
    ...(address === undefined ? {} : { partner_shipping_id: address }),
    ...(resolved.warehouseId === undefined ? {} : { warehouse_id: resolved.warehouseId }),
    pricelist_id: pricelist,
    date_order: timeOf(document.placedAt),
    order_line: lineValues(document, products),
  }
  const args = { vals_list: [values] }
  const [id] = await odoo.call({ ...call, model: 'sale.order', method: 'create', args, writes: true }, ids)
  return id ?? 0
}

async function rereadSale({ odoo, resolved, document, call }: PushJob, id: number): Promise<Sale> {
  const { sale } = await findSale(odoo, document.key, resolved.companyId, call)
  if (sale?.id !== id) throw new ErpError('unknown', 'Odoo does not show the order that was just created')
  return sale
}

function differenceOf({ totalMinor, currencyCode }: ErpDocument, sale: Sale): string | undefined {
  const orderCurrency = sale.currency_id?.name ?? ''
  if (orderCurrency !== currencyCode)
    return `Odoo creates the order in ${orderCurrency}, not in ${currencyCode}`
  const total = minorOf(sale.amount_untaxed)
  if (total === totalMinor) return undefined
  const amounts = `${(total / 100).toFixed(2)} in Odoo, ${(totalMinor / 100).toFixed(2)} ${currencyCode} here`
  return `The total without taxes differs: ${amounts}. Do the product prices in Odoo include taxes?`
}

/**
 * Removes a wrong quotation before somebody confirms it. Without delete rights, cancels it and frees the key for the
 * next attempt.
 */
async function withdrawSale({ odoo, document, call }: PushJob, sale: Sale, why: string): Promise<ErpError> {
  const removal = { ...call, model: 'sale.order', ids: [sale.id], writes: true }
  try {
    await odoo.call({ ...removal, method: 'unlink' }, anyReply).catch(async () => {
      const context = { ...call.context, disable_cancel_warning: true }
      await odoo.call({ ...removal, context, method: 'action_cancel' }, anyReply)
      const args = { vals: { client_order_ref: `${document.orderNumber} (refused)` } }
      await odoo.call({ ...removal, method: 'write', args }, anyReply)
    })
    return new ErpError('rejected', why)
  } catch {
    return new ErpError('rejected', `${why} ${sale.name} stays in Odoo: delete it there.`, '', true)
  }
}

/** We never overwrite an existing sale. */
async function refuseIfDifferent({ odoo, document, call }: PushJob, sale: Sale): Promise<void> {
  const { lineCount } = await orderOf(odoo, sale, call)
  const differs = differenceOf(document, sale)
  if (differs === undefined && lineCount === document.lines.length) return
  const why = differs ?? `It has ${lineCount} lines in Odoo, ${document.lines.length} here`
  throw new ErpError('rejected', `${sale.name} in Odoo differs from this order: ${why}`, '', true)
}

async function confirmIfNeeded(job: PushJob, sale: Sale): Promise<ErpOrder> {
  const { odoo, settings, call } = job
  if (hasArrived(sale, settings)) return await orderOf(odoo, sale, call)
  const confirmation = {
    ...call,
    model: 'sale.order',
    ids: [sale.id],
    method: 'action_confirm',
    writes: true,
  }
  let refused: ErpError | undefined
  try {
    await odoo.call(confirmation, anyReply)
  } catch (error) {
    if (!(error instanceof ErpError) || error.errorClass !== 'rejected') throw error
    refused = error
  }
  const now = await rereadSale(job, sale.id)
  // Somebody else may have confirmed it first.
  if (hasArrived(now, settings)) return await orderOf(odoo, now, call)
  const why = refused ? refused.message : 'a module of it wants something from a person first'
  throw new ErpError(
    'rejected',
    `${sale.name} is a quotation in Odoo and is not confirmed: ${why}. Correct it there and send the order again.`,
    refused?.raw ?? '',
    true,
  )
}

/** Once a sale exists, no error may claim otherwise. */
function toExistingSaleError(error: unknown): unknown {
  if (!(error instanceof ErpError) || error.errorClass === 'rejected' || error.errorClass === 'unknown')
    return error
  return new ErpError('unknown', error.message, error.raw)
}

export async function* listOrders(
  odoo: Odoo,
  settings: OdooSettings,
  resolved: ResolvedSettings,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<ErpOrder & { key: string }> {
  const changed = [
    ['company_id', '=', resolved.companyId],
    ['client_order_ref', '!=', false],
    ['write_date', '>=', timeOf(since)],
  ]
  const call = { context: contextOf(resolved), signal }
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
