import { folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { dayOf } from '#shared/clock.ts'
import { fromMinor, type Minor, minor } from '#shared/numbers/money.ts'
import { type Counts, type Priced, priceOf } from '#shared/pricing/pricing.ts'
import { checkPriceRule, isShortCode, maxCheckedVariants } from '#shared/pricing/ruleWarnings.ts'
import { type Compared, contradictionOf } from './contradictions.ts'
import { idsOfRule } from './priceRuleTable.ts'
import type { TenantRules } from './tenantRules.ts'

type Checked = {
  accountId: string | null
  /** The account's, or the rule's own; null for everybody. */
  priceGroup: string | null
  code: string
  validFrom: string | null
  validUntil: string | null
}

const readChecked = prepared(`
  select r.account_id as "accountId", coalesce(a.price_group, r.price_group) as "priceGroup", r.code,
         r.valid_from::text as "validFrom", r.valid_until::text as "validUntil"
  from price_rules r left join accounts a on a.tenant_id = $1 and a.id = r.account_id
  where r.tenant_id = $1 and r.id = $2`)

/** The rule, and others for the same people, products and code. */
const readRivals = prepared(`
  select json_strip_nulls(json_build_object('id', o.id, 'name', o.name, 'effect', o.effect, 'basis', o.basis,
    'currencyCode', o.currency_code, 'endsOthers', o.ends_others, 'validFrom', o.valid_from, 'validUntil', o.valid_until
    )) as rule
  from price_rules r
  join price_rules o on o.tenant_id = $1 and (o.id = r.id or o.is_active)
    and o.account_id is not distinct from r.account_id and o.price_group is not distinct from r.price_group
    and o.target = r.target
    and (o.target not in ('brand', 'category') or ${idsOfRule('o')} && ${idsOfRule('r')}) and o.item_code is not distinct from r.item_code
    and o.color_code is not distinct from r.color_code and ${folded('o.code')} = ${folded('r.code')}
  where r.tenant_id = $1 and r.id = $2
  order by o.name`)
const maxContradicted = 20

/** Sizes and lots of what the rule is for, with a list price and a floor price in one currency. */
const readFloors = prepared(`
  select p.item_code as "itemCode", p.color_code as "colorCode", p.brand_id as "brandId",
         p.category_id as "categoryId", v.pieces_per_lot as "piecesPerLot", l.price_group as "priceGroup",
         l.currency_code as "currencyCode", l.amount_minor::float8 as "amountMinor", f.amount_minor::float8 as "floorMinor"
  from price_rules r
  join products p on p.tenant_id = $1 and p.is_active and case r.target
    when 'brand' then p.brand_id = any (${idsOfRule('r')})
    when 'category' then p.category_id in (
      select c.id from categories c where c.tenant_id = $1 and c.path && ${idsOfRule('r')})
    when 'item' then p.item_code = r.item_code
    when 'product' then p.item_code = r.item_code and p.color_code = r.color_code
    else true end
  join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active
  join prices f on f.tenant_id = $1 and f.variant_id = v.id and f.price_group = $3
  join prices l on l.tenant_id = $1 and l.variant_id = v.id and l.currency_code = f.currency_code
    and l.price_group <> $3 and ($4::text is null or l.price_group = $4)
  where r.tenant_id = $1 and r.id = $2
  order by p.item_code, p.color_code limit ${maxCheckedVariants + 1}`)
type Floor = Priced & { priceGroup: string; currencyCode: string; amountMinor: Minor; floorMinor: Minor }

export const checkRule = verb(checkPriceRule, async ({ tx, tenant, services, now }, { id }) => {
  const checked = await oneOf(tx.query<Checked>(readChecked, id))
  const [contradicted, rules, floors] = await Promise.all([
    contradictedBy(tx, id),
    services.priceRules.current(tx),
    readFloorsOf(tx, id, checked, tenant.floorPriceGroup),
  ])
  const shown = floors.slice(0, maxCheckedVariants)
  const today = dayOf(now, tenant.timeZone)
  const below = shown.filter((floor) => isBelow(floor, checked, rules, today))
  const items = [...new Set(below.map(({ itemCode }) => itemCode))].slice(0, 5)
  const isCodeShort = isShortCode(checked.code)
  return {
    belowFloor: below.length,
    items,
    isPartial: floors.length > shown.length,
    contradicted,
    isCodeShort,
  }
})

async function contradictedBy(tx: Tx, ruleId: string) {
  const rivals = await tx.query<{ rule: Compared & { name: string } }>(readRivals, ruleId)
  const checked = rivals.find(({ rule }) => rule.id === ruleId)?.rule
  const contradicted = rivals.flatMap(({ rule: other }) => {
    const how = checked && other.id !== ruleId ? contradictionOf(checked, other) : undefined
    return how ? [{ id: other.id, name: other.name, how }] : []
  })
  return contradicted.slice(0, maxContradicted)
}

async function readFloorsOf(
  tx: Tx,
  id: string,
  { priceGroup }: Checked,
  floorGroup: string,
): Promise<Floor[]> {
  return floorGroup === '' ? [] : tx.query<Floor>(readFloors, id, floorGroup, priceGroup)
}

/** Every tier is reached. */
const unlimited = { get: () => minor(Number.POSITIVE_INFINITY) }
const allReached: Counts = { items: unlimited, brands: unlimited, amounts: unlimited }

function isBelow(floor: Floor, checked: Checked, rules: TenantRules, today: string): boolean {
  const { priceGroup, amountMinor, floorMinor } = floor
  const { accountId, code, validFrom, validUntil } = checked
  // A coming rule is checked on its first day, one that is over on its last.
  const day =
    validFrom && validFrom > today ? validFrom : validUntil && validUntil < today ? validUntil : today
  const { index } = rules.for({ accountId, priceGroup, day, code })
  const { unitPrice } = priceOf({ ...floor, listPrice: fromMinor(amountMinor) }, index, allReached)
  return unitPrice < fromMinor(floorMinor)
}
