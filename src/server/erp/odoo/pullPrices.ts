import { z } from 'zod'
import type { Pulled, PulledPrice } from '../connector.ts'
import { minorOf, reference, text, timeOf } from './replies.ts'
import { contextOf, type PriceList, type ResolvedSettings } from './resolveSettings.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

const productRows = z.array(
  z.object({ id: z.int(), default_code: text, lst_price: z.number(), product_tmpl_id: reference }),
)
type Product = z.output<typeof productRows>[number]

const ruleRows = z.array(
  z.object({
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
  }),
)
type Rule = z.output<typeof ruleRows>[number]
const ruleFields = ['applied_on', 'product_id', 'product_tmpl_id', 'min_quantity', 'compute_price'].concat([
  'fixed_price',
  'percent_price',
  'base',
  'date_start',
  'date_end',
])

type Call = Pick<OdooCall, 'context' | 'signal'>

/**
 * A page of prices per configured list, or Odoo's sales prices. Odoo's price methods are not callable from outside,
 * so this reads its rules: fixed prices, discounts on the sales price, else the sales price; others are skipped. Each
 * pass reads everything, because rules depend on dates.
 */
export async function pullPrices(
  odoo: Odoo,
  resolved: ResolvedSettings,
  cursor: string,
  { pageSize }: { pageSize: number },
  signal: AbortSignal,
): Promise<Pulled<PulledPrice>> {
  const call = { context: contextOf(resolved), signal }
  const domain = [
    ['id', '>', Number(cursor) || 0],
    ['default_code', '!=', false],
    ['sale_ok', '=', true],
    ['company_id', 'in', [false, resolved.companyId]],
  ]
  const fields = ['default_code', 'lst_price', 'product_tmpl_id']
  const args = { domain, fields, limit: pageSize, order: 'id' }
  const products = await odoo.call(
    { ...call, model: 'product.product', method: 'search_read', args },
    productRows,
  )
  const lists: { priceGroup: string; list?: PriceList }[] =
    resolved.mapped.length > 0 ? resolved.mapped : [{ priceGroup: '' }]
  const rows: PulledPrice[] = []
  for (const { priceGroup, list } of products.length > 0 ? lists : []) {
    const currencyCode = list?.currencyCode ?? resolved.currencyCode
    // oxlint-disable-next-line no-await-in-loop -- one at a time keeps Odoo responsive for its users
    const rules = list ? await rulesOf(odoo, list.id, products, call) : []
    for (const product of products) {
      const amount = priceOf(product, rules, currencyCode === resolved.currencyCode)
      if (amount === undefined || amount < 0) continue
      rows.push({ productCode: product.default_code, priceGroup, currencyCode, amountMinor: minorOf(amount) })
    }
  }
  const isLast = products.length < pageSize
  return { rows, cursor: isLast ? '' : String(products.at(-1)?.id), isLast }
}

/** Rules that may apply to one piece today, in Odoo's order of precedence. */
async function rulesOf(odoo: Odoo, listId: number, products: Product[], call: Call): Promise<Rule[]> {
  const templates = products.flatMap(({ product_tmpl_id: template }) => (template ? [template.id] : []))
  const domain = [
    ['pricelist_id', '=', listId],
    ['min_quantity', '<=', 1],
    '|',
    '|',
    ['product_id', 'in', products.map(({ id }) => id)],
    ['product_tmpl_id', 'in', [...new Set(templates)]],
    ['applied_on', 'in', ['2_product_category', '3_global']],
  ]
  const order = 'applied_on, min_quantity desc, categ_id desc, id desc'
  const args = { domain, fields: ruleFields, order }
  const rules = await odoo.call(
    { ...call, model: 'product.pricelist.item', method: 'search_read', args },
    ruleRows,
  )
  const now = timeOf(new Date())
  return rules.filter(
    ({ date_start: from, date_end: to }) => (from === '' || from <= now) && (to === '' || to >= now),
  )
}

/** Undefined if only Odoo can compute it. */
function priceOf(product: Product, rules: Rule[], isOwnCurrency: boolean): number | undefined {
  const rule = rules.find((one) => mayApply(one, product))
  // Whatever its category: the rule would need evaluating too.
  if (rule?.applied_on === '2_product_category') return undefined
  if (rule?.compute_price === 'fixed') return rule.fixed_price
  if (!isOwnCurrency) return undefined
  if (!rule) return product.lst_price
  const isDiscount = rule.compute_price === 'percentage' && (rule.base === '' || rule.base === 'list_price')
  return isDiscount ? product.lst_price * (1 - rule.percent_price / 100) : undefined
}

function mayApply(rule: Rule, product: Product): boolean {
  if (rule.applied_on === '0_product_variant') return rule.product_id?.id === product.id
  if (rule.applied_on === '1_product') return rule.product_tmpl_id?.id === product.product_tmpl_id?.id
  return true
}
