import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { indexRules, type PriceRule, type Rules } from '#shared/pricing.ts'
import { holdingRules, type QuantityRule } from '#shared/quantities.ts'
import { foldForSearch } from '#shared/text.ts'
import { audienceOf } from './audience.ts'

/** Who buys, and when. `code`: of a campaign; '' for none. */
export type Buyer = { accountId: string | null; priceGroup: string; day: string; code: string }

/** All rules of a tenant that are switched on. */
export type TenantRules = {
  /** The rules for a buyer, with the parents of the categories that they are for. */
  for(buyer: Buyer): {
    rules: PriceRule[]
    parents: Map<string, string>
    index: Rules
    quantities: QuantityRule[]
  }
}

/**
 * Keeps the rules of tenants in memory, under the version that the same transaction reads: never older ones. `version`:
 * if the transaction has read it already.
 */
export type PriceRules = {
  current(tx: Tx, version?: number): Promise<TenantRules>
  /** Those of a version that is known to be the newest, if they are kept. */
  known(tenantId: string, version: number): TenantRules | undefined
}

type For = { accountId?: string; priceGroup?: string }
type StoredRule = PriceRule & For & { code: string; validUntil?: string }
type StoredQuantityRule = QuantityRule & For
type Stored = {
  version: number
  rules: StoredRule[]
  parents: Record<string, string>
  quantities: StoredQuantityRule[]
}

const readVersion = prepared('select pricing::float8 as version from tenant_versions where tenant_id = $1')
const readStored = prepared(`
  select v.pricing::float8 as version, (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'id', r.id, 'name', r.name, 'accountId', r.account_id, 'priceGroup', r.price_group,
        'audience', ${audienceOf},
        'target', r.target, 'brandId', r.brand_id, 'categoryId', r.category_id, 'itemCode', r.item_code,
        'colorCode', r.color_code, 'basis', r.basis, 'effect', r.effect, 'currencyCode', r.currency_code,
        'tiers', r.tiers, 'endsOthers', r.ends_others, 'code', r.code, 'validFrom', r.valid_from,
        'validUntil', r.valid_until))), '[]')
      from price_rules r where r.tenant_id = $1 and r.is_active) as rules, (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'id', r.id, 'accountId', r.account_id, 'priceGroup', r.price_group, 'audience', ${audienceOf}, 'target', r.target,
        'productId', r.variant_id, 'itemCode', r.item_code, 'brandId', r.brand_id, 'measure', r.measure,
        'currencyCode', r.currency_code, 'minimum', r.minimum, 'multiple', r.multiple, 'maximum', r.maximum,
        'mayOverride', r.may_override)) order by r.id), '[]')
      from quantity_rules r where r.tenant_id = $1 and r.is_active) as quantities, (
      select coalesce(json_object_agg(c.id, c.parent_id), '{}')
      from categories c where c.tenant_id = $1 and c.parent_id is not null) as parents
  from tenant_versions v where v.tenant_id = $1`)

const maxTenants = 1000
const maxBuyers = 500

export function openPriceRules(): PriceRules {
  const kept = new Map<string, { version: number; rules: TenantRules }>()
  return {
    current: async (tx, version) => {
      const current = version ?? (await tx.query<{ version: number }>(readVersion))[0]?.version
      const known = kept.get(tx.tenantId)
      if (known && known.version === current) return known.rules
      const [stored] = await tx.query<Stored>(readStored)
      if (!stored) throw new Error('The tenant has no versions')
      if (kept.size >= maxTenants) kept.clear()
      const found = { version: stored.version, rules: tenantRules(stored) }
      kept.set(tx.tenantId, found)
      return found.rules
    },
    known: (tenantId, version) => {
      const found = kept.get(tenantId)
      return found?.version === version ? found.rules : undefined
    },
  }
}

function tenantRules(stored: Stored): TenantRules {
  const allParents = new Map(Object.entries(stored.parents))
  const accounts = new Set([...stored.rules, ...stored.quantities].map(({ accountId }) => accountId))
  const kept = new Map<string, ReturnType<TenantRules['for']>>()
  return {
    for: (buyer) => {
      // Most accounts have no rule of their own and share one entry.
      const account = buyer.accountId !== null && accounts.has(buyer.accountId) ? buyer.accountId : ''
      const key = JSON.stringify([account, buyer.priceGroup, buyer.day, buyer.code])
      const known = kept.get(key)
      if (known) return known
      const rules = stored.rules.filter((rule) => isValid(rule, buyer)).map(toPriceRule)
      const parents = parentsFor(rules, allParents)
      const quantities = holdingRules(
        stored.quantities.filter((rule) => isFor(rule, buyer)).map(withoutAudience),
      )
      const found = { rules, parents, index: indexRules(rules, parents), quantities }
      if (kept.size >= maxBuyers) kept.clear()
      kept.set(key, found)
      return found
    },
  }
}

function isFor(rule: For, { accountId, priceGroup }: Buyer): boolean {
  if (rule.accountId !== undefined) return rule.accountId === accountId
  return rule.priceGroup === undefined || rule.priceGroup === priceGroup
}

function isValid(rule: StoredRule, buyer: Buyer): boolean {
  const { day, code } = buyer
  if (!isFor(rule, buyer)) return false
  const asked = foldForSearch(code)
  // Of invisible characters nothing is left to compare: such a code is nobody's, not everybody's.
  if (rule.code !== '' && (asked === '' || foldForSearch(rule.code) !== asked)) return false
  return (rule.validFrom ?? day) <= day && day <= (rule.validUntil ?? day)
}

/** What others may not see is left out. */
function toPriceRule({ code, validUntil: _until, ...rule }: StoredRule): PriceRule {
  return { ...withoutAudience(rule), ...(code === '' ? {} : { isCampaign: true }) }
}

function withoutAudience<Rule extends For>(rule: Rule): Omit<Rule, keyof For> {
  const { accountId: _account, priceGroup: _group, ...rest } = rule
  return rest
}

/** Of the categories that rules are for: all above them, for their depth, and all below. */
function parentsFor(rules: PriceRule[], parents: Map<string, string>): Map<string, string> {
  const targeted = new Set(rules.flatMap(({ categoryId }) => categoryId ?? []))
  const needed = new Map<string, string>()
  if (targeted.size === 0) return needed
  const pathOf = (from: string) => {
    const path = [from]
    for (let id = parents.get(from); id && path.length < 50; id = parents.get(id)) path.push(id)
    return path
  }
  for (const child of parents.keys()) {
    const path = pathOf(child)
    if (!path.some((id) => targeted.has(id))) continue
    for (const id of path) {
      const parent = parents.get(id)
      if (parent) needed.set(id, parent)
    }
  }
  return needed
}
