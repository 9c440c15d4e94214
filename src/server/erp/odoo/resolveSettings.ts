import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { reference, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

export type PriceList = { id: number; name: string; currencyCode: string }

export type ResolvedSettings = {
  companyId: number
  companyName: string
  currencyCode: string
  warehouseId: number | undefined
  /** All that this company can use. */
  priceLists: PriceList[]
  mapped: { priceGroup: string; list: PriceList }[]
  fieldTypes: Map<string, string>
  /** Domain for stocked products: `type` in 17, `is_storable` later. */
  storable: [string, string, unknown]
  /** The companies' own partners, no customers. */
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

/** Looks up the names in the settings. Throws `auth` for a missing one: a person must fix it. */
export async function resolveSettings(
  odoo: Odoo,
  settings: OdooSettings,
  signal: AbortSignal,
): Promise<ResolvedSettings> {
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
      // Fails here, instead of per order, without access to sales.
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
      warehouseId: warehouses && findByName('warehouse', warehouses, settings.warehouse).id,
      priceLists,
      mapped: settings.priceLists.map(({ priceGroup, priceList }) => ({
        priceGroup,
        list: findByName('price list', priceLists, priceList),
      })),
      fieldTypes,
      storable,
      ownPartnerIds: own,
    }
  } catch (error) {
    // About our access, not about an order.
    if (error instanceof ErpError && error.errorClass === 'rejected') {
      throw new ErpError('auth', `Odoo does not allow this user to work: ${error.message}`, error.raw)
    }
    throw error
  }
}

/** Act as the configured company. */
export const contextOf = ({ companyId }: ResolvedSettings) => ({ allowed_company_ids: [companyId] })

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
  const wantedCompany = settings.company || String(users[0]?.company_id?.id)
  const company = findByName('company', companies, wantedCompany)
  return { company, own: companies.flatMap(({ partner_id: partner }) => (partner ? [partner.id] : [])) }
}

/** Throws for unknown fields. */
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

async function findStorable(odoo: Odoo, call: Call): Promise<ResolvedSettings['storable']> {
  const args = { allfields: ['is_storable'], attributes: ['type'] }
  const found = await odoo.call(
    { ...call, model: 'product.product', method: 'fields_get', args },
    fieldsReply,
  )
  return Object.hasOwn(found, 'is_storable') ? ['is_storable', '=', true] : ['type', '=', 'product']
}

function findByName<Row extends { id: number; name: string; code?: string }>(
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
 * The list decides the order's currency. Preference: the price group's list, another configured one, none (`false`)
 * for the company's own currency, the only list in that currency.
 */
export function priceListFor(
  { mapped, priceLists, currencyCode: ownCurrencyCode }: ResolvedSettings,
  { priceGroup, currencyCode }: { priceGroup: string; currencyCode: string },
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
