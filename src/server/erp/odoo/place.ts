import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { reference, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

export type PriceList = { id: number; name: string; currencyCode: string }

/** What the settings name, as Odoo knows it. */
export type Place = {
  companyId: number
  companyName: string
  /** The company's own currency: that of orders without a price list. */
  currencyCode: string
  warehouseId: number | undefined
  /** All that this company can sell by. */
  priceLists: PriceList[]
  /** Those of the settings, by our price group. */
  mapped: { priceGroup: string; list: PriceList }[]
  /** The types of the further fields of the settings. */
  fieldTypes: Map<string, string>
  /** How products are asked for that have a stock: 17 says it by their type, later ones by a field of its own. */
  storable: [string, string, unknown]
  /** The companies themselves: no customers. */
  ownPartnerIds: number[]
}

const idRows = z.array(z.object({ id: z.int() }))
const userRows = z.array(z.object({ id: z.int(), company_id: reference }))
const companyRows = z.array(
  z.object({ id: z.int(), name: text, currency_id: reference, partner_id: reference }),
)
const warehouseRows = z.array(z.object({ id: z.int(), name: text, code: text }))
const listRows = z.array(z.object({ id: z.int(), name: text, currency_id: reference }))
const fieldsReply = z.record(z.string(), z.object({ type: z.string() }))
const contextReply = z.object({ uid: z.int() })

/** Looks up what the settings name. What is not there is for a person to put right, in Odoo or in the settings. */
export async function findPlace(odoo: Odoo, settings: OdooSettings, signal: AbortSignal): Promise<Place> {
  try {
    const { company, own } = await findCompany(odoo, settings, signal)
    const context = { allowed_company_ids: [company.id] }
    const read = <Schema extends z.ZodType>(
      model: string,
      domain: unknown[],
      fields: string[],
      rows: Schema,
    ) => odoo.call(search(model, domain, fields, { context, signal }), rows)
    const ofCompany = ['company_id', 'in', [false, company.id]]
    const [lists, warehouses, fieldTypes, storable] = await Promise.all([
      read('product.pricelist', [ofCompany], ['name', 'currency_id'], listRows),
      settings.warehouse === ''
        ? undefined
        : read('stock.warehouse', [['company_id', '=', company.id]], ['name', 'code'], warehouseRows),
      findFields(odoo, settings, { context, signal }),
      findStorable(odoo, { context, signal }),
      // Whoever may not see sales may not make them either: better said at once than of every order.
      read('sale.order', [['id', '=', 0]], ['name'], idRows),
    ])
    const priceLists = lists.map(({ id, name, currency_id: currency }) => ({
      id,
      name,
      currencyCode: currency?.name ?? '',
    }))
    return {
      companyId: company.id,
      companyName: company.name,
      currencyCode: company.currency_id?.name ?? '',
      warehouseId: warehouses && named('warehouse', warehouses, settings.warehouse).id,
      priceLists,
      mapped: settings.priceLists.map(({ priceGroup, priceList }) => ({
        priceGroup,
        list: named('price list', priceLists, priceList),
      })),
      fieldTypes,
      storable,
      ownPartnerIds: own,
    }
  } catch (error) {
    // What is refused here concerns no order, but who we are in Odoo.
    if (error instanceof ErpError && error.errorClass === 'rejected') {
      throw new ErpError('auth', `Odoo does not allow this user to work: ${error.message}`, error.raw)
    }
    throw error
  }
}

/** Everything is asked for as the company of the settings. */
export const contextOf = ({ companyId }: Place) => ({ allowed_company_ids: [companyId] })

type Call = Pick<OdooCall, 'context' | 'signal'>

const search = (model: string, domain: unknown[], fields: string[], call: Call): OdooCall => ({
  ...call,
  model,
  method: 'search_read',
  args: { domain, fields, order: 'id' },
})

async function findCompany(odoo: Odoo, settings: OdooSettings, signal: AbortSignal) {
  const { uid } = await odoo.call({ model: 'res.users', method: 'context_get', signal }, contextReply)
  const fields = ['name', 'currency_id', 'partner_id']
  const [users, companies] = await Promise.all([
    odoo.call(search('res.users', [['id', '=', uid]], ['company_id'], { signal }), userRows),
    odoo.call(search('res.company', [], fields, { signal }), companyRows),
  ])
  const wanted = settings.company || String(users[0]?.company_id?.id)
  const company = named('company', companies, wanted)
  return { company, own: companies.flatMap(({ partner_id: partner }) => (partner ? [partner.id] : [])) }
}

/** The types of the further fields that are filled. Those that there are not are said at once. */
async function findFields(odoo: Odoo, { fields }: OdooSettings, call: Call) {
  if (fields.length === 0) return new Map<string, string>()
  const names = fields.map(({ name }) => name)
  const args = { allfields: names, attributes: ['type'] }
  const found = await odoo.call({ ...call, model: 'sale.order', method: 'fields_get', args }, fieldsReply)
  const missing = names.filter((name) => !Object.hasOwn(found, name))
  if (missing.length > 0) {
    throw new ErpError('auth', `Odoo's sales orders have no field ${missing.join(', ')}`)
  }
  return new Map(Object.entries(found).map(([name, { type }]) => [name, type]))
}

async function findStorable(odoo: Odoo, call: Call): Promise<Place['storable']> {
  const args = { allfields: ['is_storable'], attributes: ['type'] }
  const found = await odoo.call(
    { ...call, model: 'product.product', method: 'fields_get', args },
    fieldsReply,
  )
  return Object.hasOwn(found, 'is_storable') ? ['is_storable', '=', true] : ['type', '=', 'product']
}

function named<Row extends { id: number; name: string; code?: string }>(
  what: string,
  rows: Row[],
  name: string,
): Row {
  const row =
    rows.find((one) => one.name === name || one.code === name) ?? rows.find((one) => String(one.id) === name)
  if (!row) throw new ErpError('auth', `Odoo has no ${what} "${name}", or does not show it to this user`)
  return row
}

/**
 * The price list that makes an order be of a currency, for an order has that of its list: the one of the order's price
 * group, another one of the settings, none at all where it is the company's own currency, or the only one that there is.
 */
export function priceListFor(
  { mapped, priceLists, currencyCode: own }: Place,
  { priceGroup, currencyCode }: { priceGroup: string; currencyCode: string },
): number | false {
  const fitting = mapped.filter(({ list }) => list.currencyCode === currencyCode)
  const chosen = fitting.find((one) => one.priceGroup === priceGroup) ?? fitting[0]
  if (chosen) return chosen.list.id
  if (own === currencyCode) return false
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
