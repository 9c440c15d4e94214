import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { dayOf } from '#shared/clock.ts'
import { getPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { audienceOf } from './audience.ts'

type Filters = z.output<typeof getPriceRules.input>

/** SQL: a rule `r` with the names of what it is for. */
export const ruleJson = `json_strip_nulls(json_build_object(
    'id', r.id, 'name', r.name, 'audience', ${audienceOf}, 'priceGroup', r.price_group, 'currAccCode', a.code,
    'accountName', a.description, 'target', r.target, 'brandId', r.brand_id, 'brandName', b.name,
    'categoryId', r.category_id, 'categoryName', c.full_name, 'itemCode', r.item_code, 'itemDescription', p.item_description,
    'colorCode', r.color_code, 'colorDescription', p.color_description, 'basis', r.basis, 'effect', r.effect,
    'currencyCode', r.currency_code, 'tiers', r.tiers, 'endsOthers', r.ends_others, 'code', r.code,
    'validFrom', r.valid_from, 'validUntil', r.valid_until, 'isActive', r.is_active, 'version', r.version,
    'updatedAt', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`
export const ruleJoins = `
  left join accounts a on a.tenant_id = $1 and a.id = r.account_id
  left join brands b on b.tenant_id = $1 and b.id = r.brand_id
  left join categories c on c.tenant_id = $1 and c.id = r.category_id
  left join lateral (
    select p.item_description, p.search_text, case when r.target = 'product' then p.color_description end as color_description
    from products p
    where p.tenant_id = $1 and p.item_code = r.item_code and (r.color_code is null or p.color_code = r.color_code)
    order by p.color_code limit 1) p on true`

const rows = `
  select shown.position, ${ruleJson} as item
  from shown join price_rules r on r.tenant_id = $1 and r.id = shown.id ${ruleJoins}`

/** As `byPrecedence` of shared/pricing/pricing.ts sorts them. */
const precedence = `array[
    case when r.account_id is not null then 0 when r.price_group is not null then 1 else 2 end,
    case r.target when 'product' then 0 when 'item' then 1 when 'category' then 50 - cardinality(c.path)
      when 'brand' then 60 else 61 end,
    case when r.effect = 'fixed' then 0 else 1 end, coalesce('2100-01-01'::date - r.valid_from, 100000)]`

const sortKeys: Record<Filters['sort'], string> = {
  precedence,
  name: 'r.name collate "tr-x-icu"',
  validFrom: 'r.valid_from',
  updatedAt: 'r.updated_at',
}

/** SQL: of a rule that is switched on. */
const onDay = {
  coming: (day: string) => `r.valid_from > ${day}`,
  over: (day: string) => `r.valid_until < ${day}`,
  valid: (day: string) =>
    `coalesce(r.valid_from <= ${day}, true) and coalesce(r.valid_until >= ${day}, true)`,
}

export function rulesQuery(filters: Omit<Filters, 'page' | 'limit'>, today: string): ListQuery {
  const { sort, order, search, audience, currAccCode, priceGroup, target, effect, state } = filters
  const values = collectValues()
  const conditions = ['r.tenant_id = $1']
  if (audience) conditions.push(`${audienceOf} = ${values.add(audience)}`)
  if (currAccCode) conditions.push(`a.code = ${values.add(currAccCode)}`)
  if (priceGroup) conditions.push(`r.price_group = ${values.add(priceGroup)}`)
  if (target) conditions.push(`r.target = ${values.add(target)}`)
  if (effect) conditions.push(`r.effect = ${values.add(effect)}`)
  if (state)
    conditions.push(
      state === 'off' ? 'not r.is_active' : `r.is_active and ${onDay[state](`${values.add(today)}::date`)}`,
    )
  if (search)
    conditions.push(
      containsWords(
        `concat_ws(' ', r.search_text, lower(r.price_group), a.search_text, b.search_text, c.search_text, p.search_text)`,
        search,
        values,
      ),
    )
  const matched = `
    select r.id, ${sortKeys[sort]} as key, r.id as tie from price_rules r ${ruleJoins}
    where ${conditions.join(' and ')}`
  return { matched, rows, values, order, isGoneThrough: true }
}

export const listRules = verb(getPriceRules, ({ tx, tenant, now }, filters) =>
  readPage<PriceRuleRow>(tx, rulesQuery(filters, dayOf(now, tenant.timeZone)), filters),
)
