import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import type { Work } from '../kit/program.ts'
import { findByName, idRow } from '../kit/records.ts'
import { type Odoo, reference, text } from './client.ts'

export type PriceList = { id: number; name: string; currencyCode: string }

/** What the settings name. */
export type Setup = {
  /** Acts as the configured company. */
  context: { allowed_company_ids: number[] }
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
  /** The companies' own partners, which are not customers. */
  ownPartnerIds: number[]
}

export type At = Work<OdooSettings, Odoo, Setup>

const userRow = z.object({ id: z.int(), company_id: reference })
const companyRow = z.object({ id: z.int(), name: text, currency_id: reference, partner_id: reference })
const warehouseRow = z.object({ id: z.int(), name: text, code: text })
const listRow = z.object({ id: z.int(), name: text, currency_id: reference })
const fieldsReply = z.record(z.string(), z.object({ type: z.string() }))

export async function resolve(client: Odoo, settings: OdooSettings): Promise<Setup> {
  const { uid } = await client.call('res.users', 'context_get', {}, z.object({ uid: z.int() }))
  const [users, companies] = await Promise.all([
    client.search('res.users', userRow, [['id', '=', uid]]),
    client.search('res.company', companyRow, []),
  ])
  const wantedCompany = settings.company || String(users[0]?.company_id?.id)
  const company = named('company', companies, wantedCompany)
  const context = { allowed_company_ids: [company.id] }
  const odoo = client.as(context)
  const [lists, warehouses, fieldTypes, productFields] = await Promise.all([
    odoo.search('product.pricelist', listRow, [['company_id', 'in', [false, company.id]]]),
    settings.warehouse === ''
      ? undefined
      : odoo.search('stock.warehouse', warehouseRow, [['company_id', '=', company.id]]),
    findFields(odoo, settings),
    typesOf(odoo, 'product.product', ['is_storable']),
    // Without access to sales it fails here, not at each order.
    odoo.search('sale.order', idRow, [['id', '=', 0]]),
  ])
  const priceLists = lists.map(({ id, name, currency_id: currency }) => ({
    id,
    name,
    currencyCode: currency?.name ?? '',
  }))
  return {
    context,
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
    storable: productFields.has('is_storable') ? ['is_storable', '=', true] : ['type', '=', 'product'],
    ownPartnerIds: companies.flatMap(({ partner_id: partner }) => (partner ? [partner.id] : [])),
  }
}

const named = <Row extends { id: number; name: string; code?: string }>(
  what: string,
  rows: Row[],
  name: string,
) => findByName(rows, name, { program: 'Odoo', what })

/** Types by name of those fields that exist. */
async function typesOf(odoo: Odoo, model: string, names: string[]): Promise<Map<string, string>> {
  const args = { allfields: names, attributes: ['type'] }
  const found = await odoo.call(model, 'fields_get', { args }, fieldsReply)
  return new Map(Object.entries(found).map(([name, { type }]) => [name, type]))
}

async function findFields(odoo: Odoo, { fields }: OdooSettings): Promise<Map<string, string>> {
  if (fields.length === 0) return new Map()
  const names = fields.map(({ name }) => name)
  const types = await typesOf(odoo, 'sale.order', names)
  const missing = names.filter((name) => !types.has(name))
  if (missing.length === 0) return types
  throw new ErpError('auth', `Odoo's sales orders have no field ${missing.join(', ')}`)
}
