import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { type Words, wordsOf } from '#server/documents/words.ts'
import { verb } from '#server/http/http.ts'
import { oneOf, type Problem, refuseFields } from '#server/http/refuse.ts'
import { limitsOf, unitsOf } from '#shared/pricing/quantities.ts'
import {
  checkQuantityRule,
  deleteQuantityRule,
  getQuantityRules,
  maxConflicts,
  maxQuantityRules,
  type QuantityRuleRow,
  restoreQuantityRule,
  saveQuantityRule,
} from '#shared/pricing/quantityRules.ts'
import {
  ownQuantityFieldsOf,
  type QuantityRuleFields,
  quantityRuleFields,
  quantityRuleNames,
  quantityRuleUnits,
} from '#shared/records/quantityRuleFields.ts'
import { fieldNames } from '#shared/records/recordField.ts'
import { audienceOf } from './audience.ts'
import { type Conflict, conflictsOf, type PlacedRule } from './quantityConflicts.ts'
import { ruleRecords } from './ruleRecords.ts'
import { ruleTable } from './ruleTable.ts'

type Filters = z.output<typeof getQuantityRules.input>

export const variantName = `concat_ws(' · ', vp.item_code, vp.color_description, v.size || v.lot_code)`
export const quantityRules = ruleTable<QuantityRuleFields>({
  table: 'quantity_rules',
  fields: quantityRuleFields,
  ownFieldsOf: ownQuantityFieldsOf,
  more: {
    accountName: 'a.description',
    brandName: 'b.name',
    itemDescription: 'p.item_description',
    variantName: `case when v.id is not null then ${variantName} end`,
  },
  joins: `
    left join accounts a on a.tenant_id = $1 and a.id = r.account_id
    left join brands b on b.tenant_id = $1 and b.id = r.brand_id
    left join variants v on v.tenant_id = $1 and v.id = r.variant_id
    left join products vp on vp.tenant_id = $1 and vp.id = v.product_id
    left join lateral (
      select p.item_description, p.search_text from products p where p.tenant_id = $1 and p.item_code = r.item_code
      order by p.color_code limit 1) p on true`,
})
const { json, joins } = quantityRules

const sortKeys: Record<Filters['sort'], string> = {
  target: `array_position(array['order', 'brand', 'item', 'variant'], r.target)`,
  audience: `array_position(array['everybody', 'priceGroup', 'account'], ${audienceOf})`,
  updatedAt: 'r.updated_at',
}

export function quantityRulesQuery(filters: Omit<Filters, 'page' | 'limit'>): ListQuery {
  const { sort, order, search, audience, currAccCode, target } = filters
  const values = collectValues()
  const conditions = ['r.tenant_id = $1']
  if (audience) conditions.push(`${audienceOf} = ${values.add(audience)}`)
  if (currAccCode) conditions.push(`a.code = ${values.add(currAccCode)}`)
  if (target) conditions.push(`r.target = ${values.add(target)}`)
  const text = `concat_ws(' ', lower(r.price_group), a.search_text, b.search_text, p.search_text, vp.search_text, lower(v.size || v.lot_code))`
  if (search) conditions.push(containsWords(text, search, values))
  const matched = `
    select r.id, ${sortKeys[sort]} as key, r.id as tie from quantity_rules r ${joins}
    where ${conditions.join(' and ')}`
  const rows = `
    select shown.position, ${json} as item
    from shown join quantity_rules r on r.tenant_id = $1 and r.id = shown.id ${joins}`
  return { matched, rows, values, order, isGoneThrough: true }
}

export const listQuantityRules = verb(getQuantityRules, ({ tx }, filters) =>
  readPage<QuantityRuleRow>(tx, quantityRulesQuery(filters), filters),
)

const find = prepared(`
  select (select a.id from accounts a where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null) as "accountId",
         exists (select from brands b where b.tenant_id = $1 and b.id = $3) as "hasBrand",
         exists (select from products p where p.tenant_id = $1 and p.item_code = $4) as "hasItem",
         exists (select from variants v where v.tenant_id = $1 and v.id = $5) as "hasVariant"`)
type Found = { accountId: string | null; hasBrand: boolean; hasItem: boolean; hasVariant: boolean }

/** SQL: rules that are switched on, with what is needed to tell which count the same. */
const placedIn = (rules: string) => `
  select ${json} as rule, a.price_group as "accountGroup", coalesce(vp.item_code, r.item_code) as item,
         case when r.target = 'item' then array(
           select distinct i.brand_id from products i where i.tenant_id = $1 and i.item_code = r.item_code)
         else array_remove(array[coalesce(r.brand_id, vp.brand_id)], null) end as brands
  from ${rules} ${joins} where r.is_active order by r.id`
export const readPlaced = prepared(placedIn('(select * from quantity_rules where tenant_id = $1) r'))
/** As {@link readPlaced}, of rules $2 that are not written yet, given by their columns. */
export const readUnwritten = prepared(placedIn('jsonb_populate_recordset(null::quantity_rules, $2) r'))

export const quantityRecords = ruleRecords<QuantityRuleFields, QuantityRuleRow>({
  table: quantityRules,
  subject: 'quantityRule',
  page: 'quantityRules',
  names: fieldNames(quantityRuleNames),
  together: quantityRuleUnits,
  input: saveQuantityRule.input,
  maxRules: maxQuantityRules,
  nameOf,
  check: async ({ tx, language }, given) => {
    const { currAccCode = null, brandId = null, itemCode = null, productId = null } = given
    const found = await oneOf(tx.query<Found>(find, currAccCode, brandId, itemCode, productId))
    const problems = missingOf(given, found)
    if (Object.keys(problems).length > 0) refuseFields(language, problems)
    return found.accountId
  },
  checkWritten: async ({ tx, tenant, language }, id) => {
    const [conflict] = conflictsOf(await tx.query<PlacedRule>(readPlaced), id).forAll
    if (conflict) refuseFields(language, unkept(conflict, id, wordsOf(language, tenant.timeZone)))
  },
})

/** Which field of the rule `id` says what cannot be kept together with the other rule, and why. */
export function unkept({ narrow, wide }: Conflict, id: string, words: Words): Record<string, Problem> {
  const text = (count: number) => amountText(narrow.rule, count, words)
  const values = { least: text(limitsOf(narrow.rule).least), limit: text(limitsOf(wide.rule).most) }
  const nameOfThing = ({ rule }: PlacedRule) =>
    rule.target === 'order' ? words.say('panel.quantity.target.order') : nameOf(rule)
  if (narrow.rule.id !== id)
    return { maximum: { key: 'field.belowOtherMinimum', values: { ...values, name: nameOfThing(narrow) } } }
  const field = narrow.rule.minimum === undefined ? 'multiple' : 'minimum'
  return { [field]: { key: 'field.aboveOtherMaximum', values: { ...values, name: nameOfThing(wide) } } }
}

/** 6 pieces, 2 lots, ₺120,00. */
function amountText(rule: QuantityRuleRow, count: number, { say, money }: Words): string {
  const units = unitsOf(rule, count)
  if (rule.measure === 'amount') return money(units, rule.currencyCode ?? '')
  return rule.measure === 'lots'
    ? say('quantity.lots', { count: units })
    : say('product.pieces', { count: units })
}

/** All in stock of what the rule $2 is for, in its measure; amounts at the highest list price. */
const readStock = prepared(`
  select coalesce(sum(v.inventory * case r.measure
    when 'lots' then (v.lot_code <> '')::integer
    when 'pieces' then v.pieces_per_lot
    else coalesce((select max(l.amount_minor) from prices l
      where l.tenant_id = $1 and l.variant_id = v.id and l.currency_code = r.currency_code), 0) end), 0)::float8 as stock
  from quantity_rules r
  join variants v on v.tenant_id = $1 and v.is_active and v.inventory > 0 and (r.variant_id is null or v.id = r.variant_id)
  join products p on p.tenant_id = $1 and p.id = v.product_id and p.is_active
    and (r.item_code is null or p.item_code = r.item_code) and (r.brand_id is null or p.brand_id = r.brand_id)
  where r.tenant_id = $1 and r.id = $2`)

export const checkOne = verb(checkQuantityRule, async ({ tx }, { id }) => {
  const rule = await quantityRecords.read(tx, id)
  const [[found], placed] = await Promise.all([
    tx.query<{ stock: number }>(readStock, id),
    tx.query<PlacedRule>(readPlaced),
  ])
  const { measure, currencyCode } = rule
  const leastWithUnit = (count: number) => ({ measure, currencyCode, least: unitsOf(rule, count) })
  const { least } = limitsOf(rule)
  const stock = found?.stock ?? 0
  return {
    name: thingOf(rule),
    ...(least > stock ? { beyondStock: { ...leastWithUnit(least), stock: unitsOf(rule, stock) } } : {}),
    conflicts: conflictsOf(placed, id)
      .forSome.slice(0, maxConflicts)
      .map(({ buyer, narrow, wide }) => ({
        audience: buyer.rule.audience,
        priceGroup: buyer.rule.priceGroup,
        currAccCode: buyer.rule.currAccCode,
        accountName: buyer.rule.accountName,
        ...leastWithUnit(limitsOf(narrow.rule).least),
        most: unitsOf(rule, limitsOf(wide.rule).most),
        narrow: thingOf(narrow.rule),
        wide: thingOf(wide.rule),
      })),
  }
})

const thingOf = ({
  target,
  itemCode,
  itemDescription,
  brandName,
  variantName: variant,
}: QuantityRuleRow) => ({
  target,
  itemCode,
  itemDescription,
  brandName,
  variantName: variant,
})

export const saveOne = verb(saveQuantityRule, quantityRecords.save)
export const removeOne = verb(deleteQuantityRule, (call, { id }) => quantityRecords.remove(call, id))
export const restoreOne = verb(restoreQuantityRule, (call, { id }) => quantityRecords.restore(call, id))

function missingOf({ audience, target }: QuantityRuleFields, found: Found): Record<string, Problem> {
  if (audience === 'account' && !found.accountId) return { currAccCode: 'field.unknown' }
  if (target === 'brand' && !found.hasBrand) return { brandId: 'field.unknown' }
  if (target === 'item' && !found.hasItem) return { itemCode: 'field.unknown' }
  return target === 'variant' && !found.hasVariant ? { productId: 'field.unknown' } : {}
}

/** What it is for, as people say it. */
function nameOf({
  target,
  variantName: variant,
  itemCode,
  itemDescription,
  brandName,
}: Pick<QuantityRuleRow, 'target' | 'variantName' | 'itemCode' | 'itemDescription' | 'brandName'>): string {
  return variant ?? brandName ?? ([itemCode, itemDescription].filter(Boolean).join(' ') || target)
}
