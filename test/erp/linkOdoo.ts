import { openOdoo } from '#server/erp/odoo/odoo.ts'
import { type Patient, patient } from './connectors.ts'
import { type OdooServer, startOdoo } from './odooServer.ts'

export type LinkedOdoo = {
  odoo: OdooServer
  settings: Record<string, unknown>
  connector: Patient
  open: (settings?: Record<string, unknown>, key?: string) => Patient
  product: (code: string, change?: Record<string, unknown>) => number
  ordersOf: (key: string) => Record<string, unknown>[]
}

/** Sells in EUR, and in TRY by a price list; products P1 to P40, customers 120.01 and 120.02. */
export async function linkOdoo(
  api: 'json2' | 'jsonrpc',
  { pageSize = 500, overlapMs = 0 } = {},
): Promise<LinkedOdoo> {
  const odoo = await startOdoo({ api })
  const { records } = odoo.models
  const currencies = ['EUR', 'TRY', 'USD'].map((name) => records.add('res.currency', { name }).id)
  const [eur, lira, dollar] = currencies
  const owner = records.add('res.partner', { name: 'Toptan AŞ', ref: 'OWN', parent_id: false, active: true })
  records.add('res.company', { name: 'Toptan AŞ', currency_id: eur, partner_id: owner.id })
  for (let user = 1; user <= 7; user += 1) records.add('res.users', { name: `User ${user}`, company_id: 1 })
  records.add('stock.warehouse', { name: 'Merter', code: 'MRT', company_id: 1 })
  records.add('stock.warehouse', { name: 'Laleli', code: 'LAL', company_id: 1 })
  records.add('crm.team', { name: 'Wholesale' })
  records.add('res.country', { name: 'Türkiye', code: 'TR' })
  for (const [name, currency] of [
    ['Toptan EUR', eur],
    ['Toptan TRY', lira],
    ['USD 1', dollar],
    ['USD 2', dollar],
  ] as const) {
    records.add('product.pricelist', { name, currency_id: currency, company_id: false, active: true })
  }
  for (const code of ['120.01', '120.02']) {
    records.add('res.partner', {
      name: `Mağaza ${code}`,
      ref: code,
      parent_id: false,
      active: true,
      country_code: 'TR',
    })
  }
  const product = (code: string, change: Record<string, unknown> = {}) => {
    const template = records.add('product.template', { name: `Ürün ${code}` })
    const values = { default_code: code, name: `Ürün ${code}`, active: true, sale_ok: true, lst_price: 10 }
    const kept = odoo.models.hasStorable ? { is_storable: true } : { type: 'product' }
    return records.add('product.product', {
      ...values,
      ...kept,
      company_id: false,
      product_tmpl_id: template.id,
      ...change,
    }).id
  }
  for (let number = 1; number <= 40; number += 1) product(`P${number}`)
  const settings = {
    url: odoo.url,
    database: odoo.database,
    api,
    username: api === 'jsonrpc' ? odoo.username : '',
    priceLists: [{ priceGroup: 'TRY', priceList: 'Toptan TRY' }],
    warehouse: 'MRT',
  }
  const open = (change: Record<string, unknown> = {}, key = odoo.key) =>
    patient(
      openOdoo(
        {
          settings: { ...settings, ...change },
          secret: key,
          timeZone: 'Europe/Istanbul',
          mainLanguage: 'tr',
        },
        { pageSize, overlapMs },
      ),
    )
  return {
    odoo,
    settings,
    open,
    connector: open(),
    product,
    ordersOf: (key) => records.search('sale.order', [['client_order_ref', '=', key]]),
  }
}
