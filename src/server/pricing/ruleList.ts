import type { z } from 'zod'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { dayOf } from '#shared/clock.ts'
import { getPriceRules, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { audienceOf } from './audience.ts'
import { priceRules } from './priceRuleTable.ts'

type Filters = z.output<typeof getPriceRules.input>

const rows = `
  select shown.position, ${priceRules.json} as item
  from shown join price_rules r on r.tenant_id = $1 and r.id = shown.id ${priceRules.joins}`

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
    select r.id, ${sortKeys[sort]} as key, r.id as tie from price_rules r ${priceRules.joins}
    where ${conditions.join(' and ')}`
  return { matched, rows, values, order, isGoneThrough: true }
}

export const listRules = verb(getPriceRules, ({ tx, tenant, now }, filters) =>
  readPage<PriceRuleRow>(tx, rulesQuery(filters, dayOf(now, tenant.timeZone)), filters),
)
