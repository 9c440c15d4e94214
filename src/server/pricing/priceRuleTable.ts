import { nameSeparator } from '#shared/pricing/priceRules.ts'
import { ownPriceFieldsOf, type PriceRuleFields, priceRuleFields } from '#shared/records/priceRuleFields.ts'
import { ruleTable } from './ruleTable.ts'

/** SQL: a name with those of the further brands or categories of a rule `r`; null where the first is gone. */
const withOthers = (name: string, table: 'brands' | 'categories') => `${name} || coalesce((
      select string_agg('${nameSeparator}' || x.${name.split('.')[1]}, '' order by o.position)
      from unnest(r.other_ids) with ordinality o (id, position)
      join ${table} x on x.tenant_id = $1 and x.id = o.id), '')`

/** SQL: the brands or categories of a rule. */
export const idsOfRule = (rule: string) =>
  `array_remove(array[coalesce(${rule}.brand_id, ${rule}.category_id)] || ${rule}.other_ids, null)`

export const priceRules = ruleTable<PriceRuleFields>({
  table: 'price_rules',
  fields: priceRuleFields,
  ownFieldsOf: ownPriceFieldsOf,
  clean: ({ otherIds = [], ...rule }) => ({
    ...rule,
    ...(otherIds.length > 0 && ['brand', 'category'].includes(rule.target) ? { otherIds } : {}),
    tiers: rule.tiers.map(({ from, percents, amount }) =>
      rule.effect === 'percent' ? { from, percents } : { from, amount },
    ),
  }),
  more: {
    accountName: 'a.description',
    brandName: withOthers('b.name', 'brands'),
    categoryName: withOthers('c.full_name', 'categories'),
    itemDescription: 'p.item_description',
    colorDescription: 'p.color_description',
    updatedAt: `to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  joins: `
    left join accounts a on a.tenant_id = $1 and a.id = r.account_id
    left join brands b on b.tenant_id = $1 and b.id = r.brand_id
    left join categories c on c.tenant_id = $1 and c.id = r.category_id
    left join lateral (
      select p.item_description, p.search_text,
             case when r.target = 'product' then p.color_description end as color_description
      from products p
      where p.tenant_id = $1 and p.item_code = r.item_code and (r.color_code is null or p.color_code = r.color_code)
      order by p.color_code limit 1) p on true`,
})
