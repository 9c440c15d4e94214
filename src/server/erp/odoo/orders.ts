import { z } from 'zod'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError, type ErpOrder, type StoredErpOrder } from '../connector.ts'
import {
  linesInOrder,
  minorOf,
  ofExisting,
  ofHarmless,
  ofMade,
  onlyOne,
  refuseProducts,
  remarksOf,
} from '../kit/orders.ts'
import { changedSince, findCountry, idRow } from '../kit/records.ts'
import { type Odoo, reference, text, timeOf } from './client.ts'
import type { At, Setup } from './setup.ts'

const saleRow = z.object({
  id: z.int(),
  name: text,
  client_order_ref: text,
  state: z.string(),
  amount_untaxed: z.number(),
  amount_tax: z.number(),
  currency_id: reference,
  partner_id: reference,
  order_line: z.array(z.int()),
})
type Sale = z.output<typeof saleRow>

const ids = z.array(z.int()).min(1)

/** In the configured company. */
type Job = { odoo: Odoo; settings: OdooSettings; setup: Setup; document: ErpDocument }

/**
 * The active and the cancelled sale with this key. Odoo accepts duplicates; throws for two active ones, because only
 * a person can decide.
 */
async function salesOf(odoo: Odoo, key: string, { companyId }: Setup) {
  const domain = [
    ['client_order_ref', '=', key],
    ['company_id', '=', companyId],
  ]
  const found = await odoo.search('sale.order', saleRow, domain, { limit: 10 })
  const isCancelled = ({ state }: Sale) => state === 'cancel'
  const active = found.filter((sale) => !isCancelled(sale))
  return { sale: onlyOne('Odoo', active, ({ name }) => name), cancelled: found.find(isCancelled) }
}

export async function findSale(
  { client, setup, settings }: At,
  key: string,
): Promise<StoredErpOrder | undefined> {
  const odoo = client.as(setup.context)
  const { sale: active, cancelled } = await salesOf(odoo, key, setup)
  const sale = active ?? cancelled
  if (!sale) return undefined
  const order = await orderOf(odoo, sale)
  return hasArrived(sale, settings) ? order : { ...order, isUnfinished: true }
}

/** Whether the target state is reached. A quotation that should be confirmed is an interrupted push. */
function hasArrived({ state }: Sale, settings: Pick<OdooSettings, 'state'>): boolean {
  if (state === 'draft' || state === 'sent') return settings.state === 'quotation'
  return state !== 'cancel'
}

/** Sections and notes do not count as lines. */
async function orderOf(odoo: Odoo, sale: Sale): Promise<ErpOrder> {
  const domain = [
    ['order_id', '=', sale.id],
    ['display_type', '=', false],
  ]
  const lineCount = await odoo.call('sale.order.line', 'search_count', { args: { domain } }, z.int())
  const { id, name: number, amount_untaxed: amount, amount_tax: tax } = sale
  return { id: String(id), number, totalMinor: minorOf(amount), taxMinor: minorOf(tax), lineCount }
}

export async function* listSales({ client, setup, settings }: At, since: Date) {
  const domain = [
    ['company_id', '=', setup.companyId],
    ['client_order_ref', '!=', false],
  ]
  const source = { model: 'sale.order', row: saleRow, domain }
  for await (const sale of changedSince(client.as(setup.context), source, timeOf(since))) {
    if (!hasArrived(sale, settings)) continue
    const { id, name: number, client_order_ref: key, amount_untaxed: amount, order_line: lines } = sale
    const amounts = { totalMinor: minorOf(amount), taxMinor: minorOf(sale.amount_tax) }
    yield { key, id: String(id), number, ...amounts, lineCount: lines.length }
  }
}

/**
 * Creates or finds the order's quotation (by key in `client_order_ref`) and confirms it, continuing where an earlier
 * attempt stopped.
 */
export async function pushOrder({ client, setup, settings }: At, document: ErpDocument): Promise<ErpOrder> {
  const job = { odoo: client.as(setup.context), settings, setup, document }
  const { sale: found, cancelled } = await salesOf(job.odoo, document.key, setup)
  if (!found && cancelled) {
    const advice = 'Delete it, or clear its customer reference, to have the order created again'
    throw new ErpError('rejected', `${cancelled.name} of this order is cancelled in Odoo. ${advice}`)
  }
  const sale = found ?? (await createSale(job))
  try {
    if (found) await refuseIfDifferent(job, sale)
    else await withdrawIfDifferent(job, sale)
    return await confirmIfNeeded(job, sale)
  } catch (error) {
    throw ofExisting(error)
  }
}

async function createSale(job: Job): Promise<Sale> {
  const { odoo, settings, setup, document } = job
  const pricelist = priceListFor(setup, document)
  const products = await productsOf(job)
  const fields = fieldValues(settings, setup.fieldTypes, document)
  const partner = await partnerOf(job)
  const address = await branchOf(odoo, partner, document.branch)
  const values = {
    origin: document.orderNumber,
    ...fields,
    client_order_ref: document.key,
    company_id: setup.companyId,
    partner_id: partner,
    ...(address === undefined ? {} : { partner_shipping_id: address }),
    ...(setup.warehouseId === undefined ? {} : { warehouse_id: setup.warehouseId }),
    pricelist_id: pricelist,
    date_order: timeOf(document.placedAt),
    order_line: lineValues(document, products),
  }
  const id = await create(odoo, 'sale.order', values)
  return await rereadSale(job, id).catch((error: unknown) => {
    throw ofMade(error, String(id))
  })
}

async function create(odoo: Odoo, model: string, values: object): Promise<number> {
  const [id = 0] = await odoo.call(model, 'create', { args: { vals_list: [values] }, writes: true }, ids)
  return id
}

async function rereadSale({ odoo, setup, document }: Job, id: number): Promise<Sale> {
  const { sale } = await salesOf(odoo, document.key, setup)
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
async function withdrawIfDifferent({ odoo, document }: Job, sale: Sale): Promise<void> {
  const why = differenceOf(document, sale)
  if (why === undefined) return
  const change = (client: Odoo, method: string, args = {}) =>
    client.call('sale.order', method, { ids: [sale.id], args, writes: true }, z.unknown())
  try {
    await change(odoo, 'unlink').catch(async () => {
      await change(odoo.as({ disable_cancel_warning: true }), 'action_cancel')
      await change(odoo, 'write', { vals: { client_order_ref: `${document.orderNumber} (refused)` } })
    })
  } catch {
    throw new ErpError('rejected', `${why} ${sale.name} stays in Odoo: delete it there.`, '', true)
  }
  throw new ErpError('rejected', why)
}

/** We never overwrite an existing sale. */
async function refuseIfDifferent({ odoo, document }: Job, sale: Sale): Promise<void> {
  const { lineCount } = await orderOf(odoo, sale)
  const differs = differenceOf(document, sale)
  if (differs === undefined && lineCount === document.lines.length) return
  const why = differs ?? `It has ${lineCount} lines in Odoo, ${document.lines.length} here`
  throw new ErpError('rejected', `${sale.name} in Odoo differs from this order: ${why}`, '', true)
}

async function confirmIfNeeded(job: Job, sale: Sale): Promise<ErpOrder> {
  const { odoo, settings } = job
  if (hasArrived(sale, settings)) return await orderOf(odoo, sale)
  let refused: ErpError | undefined
  try {
    await odoo.call('sale.order', 'action_confirm', { ids: [sale.id], writes: true }, z.unknown())
  } catch (error) {
    if (!ErpError.is(error, 'rejected')) throw error
    refused = error
  }
  const now = await rereadSale(job, sale.id)
  // Somebody else may have confirmed it first.
  if (hasArrived(now, settings)) return await orderOf(odoo, now)
  const why = refused ? refused.message : 'a module of it wants something from a person first'
  throw new ErpError(
    'rejected',
    `${sale.name} is a quotation in Odoo and is not confirmed: ${why}. Correct it there and send the order again.`,
    refused?.raw ?? '',
    true,
  )
}

/**
 * The list decides the order's currency. Preference: the price group's list, another configured one, none (`false`)
 * for the company's own currency, the only list in that currency.
 */
function priceListFor(
  { mapped, priceLists, currencyCode: ownCurrencyCode }: Setup,
  { priceGroup, currencyCode }: ErpDocument,
): number | false {
  const fitting = mapped.filter(({ list }) => list.currencyCode === currencyCode)
  const chosen = fitting.find((one) => one.priceGroup === priceGroup) ?? fitting[0]
  if (chosen) return chosen.list.id
  if (ownCurrencyCode === currencyCode) return false
  const [list, second] = priceLists.filter((one) => one.currencyCode === currencyCode)
  if (!list) throw new ErpError('rejected', `Odoo has no price list in ${currencyCode}`)
  if (second) {
    const names = `${list.name}, ${second.name}`
    throw new ErpError(
      'rejected',
      `Several price lists in Odoo are in ${currencyCode}: ${names}. Name one of them in the setup`,
    )
  }
  return list.id
}

/** Order lines, plus a note with what Odoo has no field for. */
function lineValues(document: ErpDocument, products: Map<string, number>): unknown[] {
  const lines = linesInOrder(document).map(({ productCode, qty, unitPrice }, at) => ({
    sequence: at + 1,
    product_id: products.get(productCode),
    product_uom_qty: qty,
    price_unit: unitPrice,
    discount: 0,
  }))
  const note = remarksOf(document).join('\n')
  const all = note === '' ? lines : [...lines, { sequence: 9999, display_type: 'line_note', name: note }]
  return all.map((values) => [0, 0, values])
}

/** The additional fields in their Odoo types. Empty values clear the field. */
function fieldValues(
  { fields }: OdooSettings,
  types: ReadonlyMap<string, string>,
  document: ErpDocument,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, value }) => {
      const filled = fillPattern(value, document).trim()
      return [name, filled === '' ? false : convertValue({ name, filled, document }, types.get(name) ?? '')]
    }),
  )
}

type Filled = { name: string; filled: string; document: ErpDocument }

function convertValue({ name, filled, document }: Filled, type: string): unknown {
  const invalidValue = () =>
    new ErpError('rejected', `The Odoo field ${name} does not accept "${filled}" (${type})`)
  switch (type) {
    case 'char':
    case 'text':
    case 'html':
    case 'selection':
      return filled
    case 'date':
      // The instant would be cut to the day in UTC.
      return filled === document.placedAt ? document.placedDate : filled.slice(0, 10)
    case 'datetime':
      if (Number.isNaN(Date.parse(filled))) throw invalidValue()
      return timeOf(filled)
    case 'boolean':
      return /^(?:1|true|yes)$/i.test(filled)
    case 'integer':
    case 'many2one':
      if (!/^-?\d+$/.test(filled)) throw invalidValue()
      return Number(filled)
    case 'float':
    case 'monetary':
      if (!Number.isFinite(Number(filled))) throw invalidValue()
      return Number(filled)
    default:
      throw invalidValue()
  }
}

const productRow = z.object({ id: z.int(), default_code: text, active: z.boolean(), sale_ok: z.boolean() })

const maxListedCodes = 5

/** Product ids by code. */
async function productsOf({ odoo, setup, document }: Job): Promise<Map<string, number>> {
  const codes = [...new Set(document.lines.map(({ productCode }) => productCode))]
  const rows = await odoo.search('product.product', productRow, [
    ['default_code', 'in', codes],
    ['company_id', 'in', [false, setup.companyId]],
    ['active', 'in', [true, false]],
  ])
  const byCode = Map.groupBy(rows, ({ default_code: code }) => code)
  const codesWhere = (matches: (found: typeof rows) => boolean) =>
    codes.filter((code) => matches(byCode.get(code) ?? []))
  const sellable = (found: typeof rows) => found.filter(({ active, sale_ok: isSold }) => active && isSold)
  refuseProducts(
    {
      'Odoo does not know the products {codes}': codesWhere((found) => found.length === 0),
      'the products {codes} are archived in Odoo': codesWhere(
        (found) => found.length > 0 && found.every(({ active }) => !active),
      ),
      'the products {codes} are not for sale in Odoo': codesWhere(
        (found) => found.some(({ active }) => active) && sellable(found).length === 0,
      ),
      'several products in Odoo have the codes {codes}': codesWhere((found) => sellable(found).length > 1),
    },
    maxListedCodes,
  )
  return new Map(codes.map((code) => [code, sellable(byCode.get(code) ?? [])[0]?.id ?? 0]))
}

const partnerRow = z.object({ id: z.int(), active: z.boolean() })

/** Finds the partner by reference (the account code), or creates it if the settings allow. */
async function partnerOf({ odoo, settings, document: { account } }: Job): Promise<number> {
  const { code } = account
  const found = await odoo.search('res.partner', partnerRow, [
    ['ref', '=', code],
    ['parent_id', '=', false],
    ['active', 'in', [true, false]],
  ])
  const [partner, second] = found.filter(({ active }) => active)
  if (second) throw new ErpError('rejected', `Several customers in Odoo have the reference ${code}`)
  if (partner) return partner.id
  if (found.length > 0) throw new ErpError('rejected', `The customer ${code} is archived in Odoo`)
  if (!settings.createParties)
    throw new ErpError('rejected', `Odoo has no customer with the reference ${code}`)
  return await createPartner(odoo, account).catch((error: unknown) => {
    throw ofHarmless(error)
  })
}

async function createPartner(odoo: Odoo, account: ErpParty): Promise<number> {
  const countryId = await findCountry(odoo, 'res.country', account.country)
  const values = {
    ref: account.code,
    name: account.description || account.code,
    is_company: true,
    email: account.email || false,
    phone: account.phone || false,
    street: account.address || false,
    city: account.city || false,
    ...(countryId === undefined ? {} : { country_id: countryId }),
  }
  if (account.taxNumber === '') return await create(odoo, 'res.partner', values)
  try {
    return await create(odoo, 'res.partner', { ...values, vat: account.taxNumber })
  } catch (error) {
    // An invalid tax number must not block the customer.
    if (!ErpError.is(error, 'rejected')) throw error
    const comment = [account.taxNumber, account.taxOffice].join(' ').trim()
    return await create(odoo, 'res.partner', { ...values, comment })
  }
}

/** The delivery address with the branch code as reference, if any. */
async function branchOf(
  odoo: Odoo,
  partnerId: number,
  branch: ErpDocument['branch'],
): Promise<number | undefined> {
  if (!branch) return undefined
  const domain = [
    ['parent_id', '=', partnerId],
    ['ref', '=', branch.code],
  ]
  const [row] = await odoo.search('res.partner', idRow, domain, { limit: 1 })
  return row?.id
}
