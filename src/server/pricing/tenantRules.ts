import { boundedMap } from '#server/boundedMap.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { eachTarget } from '#shared/pricing/priceRules.ts'
import { joinSets, type PriceRule, type RuleSet, type Rules, ruleSet } from '#shared/pricing/pricing.ts'
import { holdingRules, type QuantityRule } from '#shared/pricing/quantities.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { audienceOf } from './audience.ts'

/** Who buys, and when. `code`: that of a campaign; '' for none. */
export type Buyer = { accountId: string | null; priceGroup: string; day: string; code: string }

/** All rules of a tenant that are switched on. */
export type TenantRules = { for(buyer: Buyer): BuyerRules }

/** The rules for a buyer on a day. Buyers with the same rules share it. */
export type BuyerRules = {
  index: Rules
  quantities: QuantityRule[]
  /** Whether the campaign code opens rules. */
  isCodeKnown: boolean
  /** The rules themselves. Shared by all: not to be changed. */
  rules: () => PriceRule[]
  /** The parents of the categories that they are for. */
  parents: () => Map<string, string>
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
type StoredRule = PriceRule & For & { code: string; validUntil?: string; otherIds?: string[] }
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
        'target', r.target, 'brandId', r.brand_id, 'categoryId', r.category_id, 'otherIds', r.other_ids,
        'itemCode', r.item_code, 'colorCode', r.color_code, 'basis', r.basis, 'effect', r.effect, 'currencyCode', r.currency_code,
        'tiers', r.tiers, 'endsOthers', r.ends_others, 'code', r.code, 'validFrom', r.valid_from,
        'validUntil', r.valid_until))), '[]')
      from price_rules r where r.tenant_id = $1 and r.is_active) as rules, (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'id', r.id, 'accountId', r.account_id, 'priceGroup', r.price_group, 'audience', ${audienceOf}, 'target', r.target,
        'productId', r.variant_id, 'itemCode', r.item_code, 'brandId', r.brand_id, 'measure', r.measure,
        'currencyCode', r.currency_code, 'minimum', r.minimum, 'multiple', r.multiple, 'maximum', r.maximum,
        'mayOverride', r.may_override))), '[]')
      from quantity_rules r where r.tenant_id = $1 and r.is_active) as quantities, (
      select coalesce(json_object_agg(c.id, c.parent_id), '{}')
      from categories c where c.tenant_id = $1 and c.parent_id is not null) as parents
  from tenant_versions v where v.tenant_id = $1`)

/** Limit for all tenants together; 20,000 rules take about 25 MB. */
const maxRuleBytes = 128_000_000
/** Limit for what buyers of all tenants have of their own: lists of the rules of products. */
const maxBuyerBytes = 48_000_000
const ruleBytes = 1000
const tierBytes = 150
const quantityBytes = 500
const parentBytes = 200
const buyerBytes = 2000
const referenceBytes = 8

export function openPriceRules(): PriceRules {
  const kept = boundedMap<{ version: number; bytes: number; rules: TenantRules }>({
    maxBytes: maxRuleBytes,
    bytesOf: ({ bytes }) => bytes,
  })
  const buyers = boundedMap<BuyerRules>({
    maxBytes: maxBuyerBytes,
    bytesOf: ({ index, quantities }) => buyerBytes + index.keptBytes + referenceBytes * quantities.length,
  })
  return {
    current: async (tx, version) => {
      const current = version ?? (await tx.query<{ version: number }>(readVersion))[0]?.version
      const known = kept.get(tx.tenantId)
      if (known && known.version === current) return known.rules
      const [stored] = await tx.query<Stored>(readStored)
      if (!stored) throw new Error('The tenant has no versions')
      for (const key of buyers.keys()) if (key.startsWith(tx.tenantId)) buyers.delete(key)
      const rules = tenantRules(stored, {
        get: (key) => buyers.get(`${tx.tenantId} ${stored.version} ${key}`),
        set: (key, own) => buyers.set(`${tx.tenantId} ${stored.version} ${key}`, own),
      })
      kept.set(tx.tenantId, { version: stored.version, bytes: bytesOf(stored), rules })
      return rules
    },
    known: (tenantId, version) => {
      const found = kept.get(tenantId)
      return found?.version === version ? found.rules : undefined
    },
  }
}

function bytesOf({ rules, quantities, parents }: Stored): number {
  const tiers = rules.reduce((sum, rule) => sum + rule.tiers.length, 0)
  const targets = rules.reduce((sum, { otherIds = [] }) => sum + otherIds.length, rules.length)
  const ofRules = targets * ruleBytes + tiers * tierBytes
  return ofRules + quantities.length * quantityBytes + Object.keys(parents).length * parentBytes
}

/** Rules of one audience and code. */
type Segment = { number: number; rules: PriceRule[]; set: RuleSet; untilById: Map<string, string> }

type KeptBuyers = {
  get(key: string): BuyerRules | undefined
  set(key: string, rules: BuyerRules): void
}

function tenantRules(stored: Stored, kept: KeptBuyers): TenantRules {
  const parents = new Map(Object.entries(stored.parents))
  const segments = new Map<string, Segment>()
  for (const [key, rules] of Map.groupBy(stored.rules.flatMap(eachTarget), segmentKeyOf)) {
    const shown = rules.map(toPriceRule)
    const untilById = new Map(rules.flatMap(({ id, validUntil }) => (validUntil ? [[id, validUntil]] : [])))
    segments.set(key, {
      number: segments.size,
      rules: shown,
      set: ruleSet(shown, parents),
      untilById,
    })
  }
  const quantitiesBy = Map.groupBy(stored.quantities, audienceKeyOf)
  return {
    for: ({ accountId, priceGroup, day, code }) => {
      const audiences = [
        ...(accountId === null ? [] : [audienceKeyOf({ accountId })]),
        audienceKeyOf({ priceGroup }),
        audienceKeyOf({}),
      ]
      const found = (folded: string) => audiences.flatMap((key) => segments.get(`${key} ${folded}`) ?? [])
      const asked = foldForSearch(code)
      const opened = asked === '' ? [] : found(asked)
      const own = [...found(''), ...opened]
      const withQuantities = audiences.filter((key) => quantitiesBy.has(key))
      // With a code that opens nothing, or an account without rules of its own, the key is that of others.
      const key = JSON.stringify([day, ...own.map(({ number }) => number), ...withQuantities])
      const known = kept.get(key)
      if (known) return known
      const rules = rulesOn(day, own, opened, parents)
      const quantities = holdingRules(
        withQuantities
          .flatMap((one) => quantitiesBy.get(one) ?? [])
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map(withoutAudience),
      )
      const made = { ...rules, quantities }
      kept.set(key, made)
      return made
    },
  }
}

function rulesOn(
  day: string,
  segments: readonly Segment[],
  opened: readonly Segment[],
  allParents: Map<string, string>,
): Omit<BuyerRules, 'quantities'> {
  const untilOf = (id: string) => {
    for (const { untilById } of segments) {
      const until = untilById.get(id)
      if (until !== undefined) return until
    }
    return day
  }
  const isValid = ({ id, validFrom = day }: PriceRule) => validFrom <= day && day <= untilOf(id)
  const validIn = (one: Segment) => one.rules.filter(isValid)
  const valid = segments.flatMap(validIn)
  const about = {
    isEmpty: valid.length === 0,
    hasOrderAmounts: valid.some(({ basis }) => basis === 'orderAmount'),
  }
  return {
    index: joinSets(
      segments.map(({ set }) => set),
      allParents,
      { ...about, isValid },
    ),
    isCodeKnown: opened.some((one) => one.rules.some(isValid)),
    rules: () => segments.flatMap(validIn),
    parents: () => parentsFor(segments.flatMap(validIn), allParents),
  }
}

/** Key of an audience: an account, else a price group, else everybody. */
function audienceKeyOf({ accountId, priceGroup }: For): string {
  if (accountId !== undefined) return JSON.stringify({ accountId })
  return JSON.stringify(priceGroup === undefined ? {} : { priceGroup })
}

/** A code of invisible characters leaves nothing to compare: it is nobody's, not everybody's. */
function segmentKeyOf(rule: StoredRule): string {
  const folded = foldForSearch(rule.code)
  return `${audienceKeyOf(rule)} ${rule.code !== '' && folded === '' ? '\0' : folded}`
}

/** Leaves out what others may not see. */
function toPriceRule({ code, validUntil: _until, ...rule }: StoredRule): PriceRule {
  return { ...withoutAudience(rule), ...(code === '' ? {} : { isCampaign: true }) }
}

function withoutAudience<Rule extends For>(rule: Rule): Omit<Rule, keyof For> {
  const { accountId: _account, priceGroup: _group, ...rest } = rule
  return rest
}

/** Parents of the categories that rules are for: of all above them, for their depth, and of all below. */
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
