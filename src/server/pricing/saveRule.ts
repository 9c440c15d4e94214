import type { z } from 'zod'
import { prepared, preparedWith } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http.ts'
import { oneOf, type Problem, refuseFields } from '#server/refuse.ts'
import {
  deletePriceRule,
  getPriceRule,
  maxPriceRules,
  type PriceRuleRow,
  savePriceRule,
} from '#shared/priceRules.ts'
import { ruleJoins, ruleJson } from './ruleList.ts'
import { ruleRecords } from './ruleRecords.ts'

type Given = z.output<typeof savePriceRule.input>

const writeRule = preparedWith<ReturnType<typeof columnsOf> & { id: string; now: Date }>(`
  insert into price_rules (tenant_id, id, name, account_id, price_group, target, brand_id, category_id, item_code,
    color_code, basis, effect, currency_code, tiers, ends_others, code, valid_from, valid_until, is_active, updated_at)
  values ($1, :id, :name, :accountId, :priceGroup, :target, :brandId, :categoryId, :itemCode, :colorCode, :basis, :effect,
    :currencyCode, :tiers, :endsOthers, :code, :validFrom, :validUntil, :isActive, :now)
  on conflict (tenant_id, id) do update set name = excluded.name, account_id = excluded.account_id,
    price_group = excluded.price_group, target = excluded.target, brand_id = excluded.brand_id,
    category_id = excluded.category_id, item_code = excluded.item_code, color_code = excluded.color_code,
    basis = excluded.basis, effect = excluded.effect, currency_code = excluded.currency_code, tiers = excluded.tiers,
    ends_others = excluded.ends_others, code = excluded.code, valid_from = excluded.valid_from,
    valid_until = excluded.valid_until, is_active = excluded.is_active, updated_at = excluded.updated_at,
    version = price_rules.version + 1
  returning version`)

const records = ruleRecords<Given, PriceRuleRow>({
  table: 'price_rules',
  subject: 'priceRule',
  json: ruleJson,
  joins: ruleJoins,
  maxRules: maxPriceRules,
  write: async ({ tx, language, now }, given, id) => {
    const found = await findNamed(tx, given)
    const problems = missingOf(given, found)
    if (Object.keys(problems).length > 0) refuseFields(language, problems)
    const values = { ...columnsOf(given, found.accountId), id, now }
    return (await oneOf(tx.query<{ version: number }>(...writeRule(values)))).version
  },
  nameOf: ({ name }) => name,
  recordOf,
})

export const readOne = verb(getPriceRule, ({ tx }, { id }) => records.read(tx, id))
export const saveRule = verb(savePriceRule, records.save)
export const removeRule = verb(deletePriceRule, (call, { id }) => records.remove(call, id))

const find = prepared(`
  select (select a.id from accounts a where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null) as "accountId",
         exists (select from brands b where b.tenant_id = $1 and b.id = $3) as "hasBrand",
         exists (select from categories c where c.tenant_id = $1 and c.id = $4) as "hasCategory",
         exists (select from products p where p.tenant_id = $1 and p.item_code = $5
                   and ($6::text is null or p.color_code = $6)) as "hasItem"`)
type Found = { accountId: string | null; hasBrand: boolean; hasCategory: boolean; hasItem: boolean }

/** What the rule names, as far as it exists. */
function findNamed(
  tx: Tx,
  { currAccCode, brandId, categoryId, itemCode, target, colorCode }: Given,
): Promise<Found> {
  const color = target === 'product' ? (colorCode ?? null) : null
  return oneOf(
    tx.query<Found>(find, currAccCode ?? null, brandId ?? null, categoryId ?? null, itemCode ?? null, color),
  )
}

function missingOf({ audience, target, colorCode }: Given, found: Found): Record<string, Problem> {
  if (audience === 'account' && !found.accountId) return { currAccCode: 'field.unknown' }
  if (target === 'brand' && !found.hasBrand) return { brandId: 'field.unknown' }
  if (target === 'category' && !found.hasCategory) return { categoryId: 'field.unknown' }
  if (target === 'item' && !found.hasItem) return { itemCode: 'field.unknown' }
  if (target === 'product' && !found.hasItem)
    return { [colorCode === undefined ? 'itemCode' : 'colorCode']: 'field.unknown' }
  return {}
}

/** Without what other kinds of rules need. */
function columnsOf(given: Given, accountId: string | null) {
  const { name, audience, target, basis, effect, endsOthers, code, isActive } = given
  const hasItem = target === 'item' || target === 'product'
  return {
    name,
    accountId: audience === 'account' ? accountId : null,
    priceGroup: audience === 'priceGroup' ? (given.priceGroup ?? null) : null,
    target,
    brandId: target === 'brand' ? (given.brandId ?? null) : null,
    categoryId: target === 'category' ? (given.categoryId ?? null) : null,
    itemCode: hasItem ? (given.itemCode ?? null) : null,
    colorCode: target === 'product' ? (given.colorCode ?? null) : null,
    basis,
    effect,
    currencyCode: effect !== 'percent' || basis === 'orderAmount' ? (given.currencyCode ?? null) : null,
    tiers: JSON.stringify(
      given.tiers.map(({ from, percents, amount }) =>
        effect === 'percent' ? { from, percents } : { from, amount },
      ),
    ),
    endsOthers,
    code,
    validFrom: given.validFrom ?? null,
    validUntil: given.validUntil ?? null,
    isActive,
  }
}

/** For the change log, in readable values. */
function recordOf(rule: PriceRuleRow): Record<string, unknown> {
  const {
    currAccCode = '',
    accountName = '',
    priceGroup = '',
    brandName,
    categoryName,
    itemCode,
    colorCode,
  } = rule
  const of = brandName ?? categoryName ?? [itemCode, colorCode].filter(Boolean).join(' ')
  const { currencyCode } = rule
  return {
    name: rule.name,
    ruleFor:
      rule.audience === 'everybody' ? rule.audience : `${currAccCode} ${accountName}${priceGroup}`.trim(),
    ruleOf: rule.target === 'all' ? rule.target : of,
    basis: rule.basis,
    effect: rule.effect,
    tiers: rule.tiers.map(({ from, percents, amount }) => {
      const value = percents ? `${percents.join('+')} %` : `${amount?.toFixed(2)} ${currencyCode}`
      return rule.basis === 'none' ? value : `${from}: ${value}`
    }),
    endsOthers: rule.endsOthers,
    code: rule.code,
    validFrom: rule.validFrom,
    validUntil: rule.validUntil,
    isActive: rule.isActive,
  }
}
