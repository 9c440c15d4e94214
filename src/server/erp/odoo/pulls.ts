import { z } from 'zod'
import type { Pulled, PulledCustomer, PulledPrice, PulledProduct, PulledStock } from '../connector.ts'
import { minorOf } from '../kit/orders.ts'
import { pullStock as pullStockOf, readAll, readChanges } from '../kit/records.ts'
import { type Odoo, reference, text, timeOf } from './client.ts'
import type { At, PriceList } from './setup.ts'

const partnerRow = z.object({
  id: z.int(),
  ref: text,
  name: text,
  active: z.boolean(),
  email: text,
  phone: text,
  vat: text,
  street: text,
  street2: text,
  city: text,
  country_code: text,
})
const branchRow = z.object({
  id: z.int(),
  parent_id: reference,
  ref: text,
  name: text,
  street: text,
  zip: text,
  city: text,
})

/** Top-level partners with a reference, except the companies. Delivery addresses with a reference are branches. */
export async function pullCustomers(at: At, cursor: string): Promise<Pulled<PulledCustomer>> {
  const odoo = at.client.as(at.setup.context)
  const source = {
    model: 'res.partner',
    row: partnerRow,
    domain: [
      ['ref', '!=', false],
      ['parent_id', '=', false],
      ['id', 'not in', at.setup.ownPartnerIds],
    ],
    stamps: { '': 'res.partner', 'child_ids.': 'res.partner' },
  }
  const page = await readChanges(odoo, source, cursor, at.page)
  const ids = page.rows.map(({ id }) => id)
  const ofThem = [
    ['parent_id', 'in', ids],
    ['type', '=', 'delivery'],
    ['ref', '!=', false],
  ]
  const branches = ids.length === 0 ? [] : await odoo.search('res.partner', branchRow, ofThem)
  const byParent = Map.groupBy(branches, ({ parent_id: parent }) => parent?.id)
  return { ...page, rows: page.rows.map((row) => customerOf(row, byParent.get(row.id) ?? [])) }
}

const joinNonEmpty = (parts: string[], separator: string) =>
  parts.filter((part) => part !== '').join(separator)

function customerOf(
  row: z.output<typeof partnerRow>,
  branches: z.output<typeof branchRow>[],
): PulledCustomer {
  return {
    code: row.ref,
    description: row.name,
    email: row.email,
    phone: row.phone,
    taxNumber: row.vat,
    taxOffice: '',
    address: joinNonEmpty([row.street, row.street2], ', '),
    city: row.city,
    country: row.country_code,
    currencyCode: '',
    isBlocked: !row.active,
    branches: branches.map(({ ref, name, street, zip, city }) => ({
      code: ref,
      companyName: name || row.name,
      address: joinNonEmpty([street, joinNonEmpty([zip, city], ' ')], ', '),
    })),
  }
}

const productRow = z.object({
  id: z.int(),
  default_code: text,
  name: text,
  active: z.boolean(),
  sale_ok: z.boolean(),
})

/** Products with a code. Those not for sale count as archived. */
export async function pullProducts(
  { client, setup, page }: At,
  cursor: string,
): Promise<Pulled<PulledProduct>> {
  const source = {
    model: 'product.product',
    row: productRow,
    domain: [
      ['default_code', '!=', false],
      ['company_id', 'in', [false, setup.companyId]],
    ],
    stamps: { '': 'product.product', 'product_tmpl_id.': 'product.template' },
  }
  const { rows, ...rest } = await readChanges(client.as(setup.context), source, cursor, page)
  return {
    ...rest,
    rows: rows.map(({ default_code: productCode, name, active, sale_ok: isSold }) => ({
      productCode,
      name,
      isActive: active && isSold,
    })),
  }
}

const pricedRow = z.object({
  id: z.int(),
  default_code: text,
  lst_price: z.number(),
  product_tmpl_id: reference,
})
type Priced = z.output<typeof pricedRow>

const ruleRow = z.object({
  id: z.int(),
  applied_on: z.string(),
  product_id: reference,
  product_tmpl_id: reference,
  min_quantity: z.number(),
  compute_price: z.string(),
  fixed_price: z.number(),
  percent_price: z.number(),
  base: text,
  date_start: text,
  date_end: text,
})
type Rule = z.output<typeof ruleRow>

/**
 * A page of prices per configured list, or Odoo's sales prices. Odoo's price methods are not callable from outside,
 * so this reads its rules: fixed prices, discounts on the sales price, else the sales price; others are skipped. Each
 * pass reads everything, because rules depend on dates.
 */
export async function pullPrices({ client, setup, page }: At, cursor: string): Promise<Pulled<PulledPrice>> {
  const odoo = client.as(setup.context)
  const domain = [
    ['default_code', '!=', false],
    ['sale_ok', '=', true],
    ['company_id', 'in', [false, setup.companyId]],
  ]
  const { rows: products, ...rest } = await readAll(
    odoo,
    { model: 'product.product', row: pricedRow, domain },
    cursor,
    page,
  )
  const lists: { priceGroup: string; list?: PriceList }[] =
    setup.mapped.length > 0 ? setup.mapped : [{ priceGroup: '' }]
  const rows: PulledPrice[] = []
  for (const { priceGroup, list } of products.length > 0 ? lists : []) {
    const currencyCode = list?.currencyCode ?? setup.currencyCode
    // oxlint-disable-next-line no-await-in-loop -- one at a time keeps Odoo responsive for its users
    const rules = list ? await rulesOf(odoo, list.id, products) : []
    for (const product of products) {
      const amount = priceOf(product, rules, currencyCode === setup.currencyCode)
      if (amount === undefined || amount < 0) continue
      rows.push({ productCode: product.default_code, priceGroup, currencyCode, amountMinor: minorOf(amount) })
    }
  }
  return { ...rest, rows }
}

/** Rules that may apply to one piece today, in Odoo's order of precedence. */
async function rulesOf(odoo: Odoo, listId: number, products: Priced[]): Promise<Rule[]> {
  const templates = products.flatMap(({ product_tmpl_id: template }) => (template ? [template.id] : []))
  const domain = [
    ['pricelist_id', '=', listId],
    ['min_quantity', '<=', 1],
    ...odoo.dialect.or([
      ['product_id', 'in', products.map(({ id }) => id)],
      ['product_tmpl_id', 'in', [...new Set(templates)]],
      ['applied_on', 'in', ['2_product_category', '3_global']],
    ]),
  ]
  const order = ['applied_on', 'min_quantity desc', 'categ_id desc', 'id desc']
  const rules = await odoo.search('product.pricelist.item', ruleRow, domain, { order })
  const now = timeOf(new Date())
  return rules.filter(
    ({ date_start: from, date_end: to }) => (from === '' || from <= now) && (to === '' || to >= now),
  )
}

/** Undefined if only Odoo can compute it. */
function priceOf(product: Priced, rules: Rule[], isOwnCurrency: boolean): number | undefined {
  const rule = rules.find((one) => mayApply(one, product))
  // Whatever its category: the rule would need evaluating too.
  if (rule?.applied_on === '2_product_category') return undefined
  if (rule?.compute_price === 'fixed') return rule.fixed_price
  if (!isOwnCurrency) return undefined
  if (!rule) return product.lst_price
  const isDiscount = rule.compute_price === 'percentage' && (rule.base === '' || rule.base === 'list_price')
  return isDiscount ? product.lst_price * (1 - rule.percent_price / 100) : undefined
}

function mayApply(rule: Rule, product: Priced): boolean {
  if (rule.applied_on === '0_product_variant') return rule.product_id?.id === product.id
  if (rule.applied_on === '1_product') return rule.product_tmpl_id?.id === product.product_tmpl_id?.id
  return true
}

const stockRow = z.object({
  id: z.int(),
  default_code: text,
  qty_available: z.number(),
  outgoing_qty: z.number(),
})
const offeredRow = z.object({ id: z.int(), product_id: reference, product_uom_qty: z.number() })
const touchedRow = z.object({ id: z.int(), product_id: reference })

/** Their reference is a UUID. */
const isOurQuotation = ['order_id.client_order_ref', '=like', '________-____-____-____-____________%']

/** Products are touched by moves, and by our quotations, which Odoo does not reserve. */
export function pullStock(at: At, cursor: string): Promise<Pulled<PulledStock>> {
  const odoo = at.client.as(at.setup.context)
  const stock = {
    domain: [at.setup.storable, ['default_code', '!=', false]],
    sources: [
      { model: 'stock.move', row: touchedRow, domain: [], stamps: { '': 'stock.move' } },
      {
        model: 'sale.order.line',
        row: touchedRow,
        domain: [isOurQuotation],
        stamps: { '': 'sale.order.line', 'order_id.': 'sale.order' },
      },
    ],
    productOf: ({ product_id: product }: z.output<typeof touchedRow>) => product?.id,
    availableOf: (ids: number[]) => availableOf(at, ids),
  }
  return pullStockOf(odoo, stock, cursor, at.page)
}

/**
 * On hand, minus everything still to leave, minus our quotations; incoming goods do not count. Read in the order goods
 * move, so that a move in between is subtracted twice rather than never.
 */
async function availableOf({ client, setup }: At, ids: number[]): Promise<PulledStock[]> {
  const odoo = client.as(setup.context)
  const lines = await odoo.search('sale.order.line', offeredRow, [
    ['product_id', 'in', ids],
    ['order_id.state', 'in', ['draft', 'sent']],
    ['company_id', '=', setup.companyId],
    isOurQuotation,
  ])
  // 17 and 18 name it differently.
  const { warehouseId: warehouse } = setup
  const where = warehouse === undefined ? {} : { warehouse, warehouse_id: warehouse }
  const domain = [['id', 'in', ids], setup.storable, ['default_code', '!=', false]]
  const stock = await odoo.as({ ...where, active_test: false }).search('product.product', stockRow, domain)
  const quoted = new Map<number, number>()
  for (const { product_id: product, product_uom_qty: quantity } of lines) {
    if (product) quoted.set(product.id, (quoted.get(product.id) ?? 0) + quantity)
  }
  return stock.map(({ id, default_code: productCode, qty_available: onHand, outgoing_qty: leaving }) => ({
    productCode,
    available: Math.floor(onHand - leaving - (quoted.get(id) ?? 0)),
  }))
}
