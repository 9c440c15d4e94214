import type { z } from 'zod'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { savePriceRule } from '#shared/pricing/priceRules.ts'

export type SentRule = z.output<typeof savePriceRule.input>

const upsert = prepared(`
  insert into price_rules (tenant_id, id, name, account_id, price_group, target, brand_id, category_id, item_code,
    color_code, basis, effect, currency_code, tiers, ends_others, code, valid_from, valid_until, is_active, updated_at)
  select $1, n.id, n.name, n.account_id, n.price_group, n.target, n.brand_id, n.category_id, n.item_code,
    n.color_code, n.basis, n.effect, n.currency_code, n.tiers, n.ends_others, n.code, n.valid_from, n.valid_until,
    n.is_active, $3::timestamptz
  from jsonb_to_recordset($2) n (id uuid, name text, account_id uuid, price_group text, target text, brand_id uuid,
    category_id uuid, item_code text, color_code text, basis text, effect text, currency_code text, tiers jsonb,
    ends_others boolean, code text, valid_from date, valid_until date, is_active boolean)
  on conflict (tenant_id, id) do update set name = excluded.name, account_id = excluded.account_id,
    price_group = excluded.price_group, target = excluded.target, brand_id = excluded.brand_id,
    category_id = excluded.category_id, item_code = excluded.item_code, color_code = excluded.color_code,
    basis = excluded.basis, effect = excluded.effect, currency_code = excluded.currency_code, tiers = excluded.tiers,
    ends_others = excluded.ends_others, code = excluded.code, valid_from = excluded.valid_from,
    valid_until = excluded.valid_until, is_active = excluded.is_active, updated_at = excluded.updated_at,
    version = price_rules.version + 1
  returning id, version`)

/** Adds or overwrites rules, given by the columns of their table. Returns their new versions. */
export function writeRules(tx: Tx, rules: object[], now: Date): Promise<{ id: string; version: number }[]> {
  return tx.query(upsert, JSON.stringify(rules), now)
}

/** The columns of a rule, without what other kinds of rules need. */
export function ruleColumns(id: string, given: SentRule, accountId: string | null): object {
  const { name, audience, target, basis, effect, endsOthers, code, isActive } = given
  const hasItem = target === 'item' || target === 'product'
  return {
    id,
    name,
    account_id: audience === 'account' ? accountId : null,
    price_group: audience === 'priceGroup' ? given.priceGroup : null,
    target,
    brand_id: target === 'brand' ? given.brandId : null,
    category_id: target === 'category' ? given.categoryId : null,
    item_code: hasItem ? given.itemCode : null,
    color_code: target === 'product' ? given.colorCode : null,
    basis,
    effect,
    currency_code: hasCurrency(given) ? given.currencyCode : null,
    tiers: given.tiers.map(({ from, percents, amount }) =>
      effect === 'percent' ? { from, percents } : { from, amount },
    ),
    ends_others: endsOthers,
    code,
    valid_from: given.validFrom,
    valid_until: given.validUntil,
    is_active: isActive,
  }
}

/** Percents need none, unless tiers are by an amount. */
export const hasCurrency = ({ effect, basis }: Pick<SentRule, 'effect' | 'basis'>): boolean =>
  effect !== 'percent' || basis === 'orderAmount'
