import { isDeepStrictEqual } from 'node:util'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { fromMinor, type Minor, minor, toMinor } from '#shared/numbers/money.ts'
import { eachTarget, idsOf } from '#shared/pricing/priceRules.ts'
import type { PriceRuleFields } from '#shared/records/priceRuleFields.ts'

/** A price of one size or lot that a rule takes more than half off. */
export type BelowHalf = {
  itemCode: string
  itemDescription: string
  listPrice: number
  unitPrice: number
  currencyCode: string
}

/** A rule that is about to be written. `before`: the stored rule. */
export type Written = {
  id: string
  given: PriceRuleFields
  accountId: string | null
  before?: PriceRuleFields | undefined
}

/** For each thing that rules are for, the size or lot with the highest or lowest list price per piece. */
const readWorst = prepared(`
  select g.key, w.* from jsonb_to_recordset($2) g (key text, target text, "brandId" uuid, "categoryId" uuid,
    "itemCode" text, "colorCode" text, "accountId" uuid, "priceGroup" text, "currencyCode" text, "isHighest" boolean)
  left join accounts a on a.tenant_id = $1 and a.id = g."accountId"
  cross join lateral (
    select p.item_code as "itemCode", p.item_description as "itemDescription",
           v.pieces_per_lot as "piecesPerLot", l.amount_minor::float8 as "listMinor"
    from (
      select i.* from products i
      where g.target in ('item', 'product') and i.tenant_id = $1 and i.item_code = g."itemCode"
        and (g.target = 'item' or i.color_code = g."colorCode")
      union all
      select i.* from products i
      where g.target not in ('item', 'product') and i.tenant_id = $1 and case g.target
        when 'brand' then i.brand_id = g."brandId"
        when 'category' then i.category_id in (
          select c.id from categories c where c.tenant_id = $1 and c.path @> array[g."categoryId"])
        else true end) p
    join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active
    join prices l on l.tenant_id = $1 and l.variant_id = v.id and l.currency_code = g."currencyCode"
      and l.price_group <> $3
      and (coalesce(a.price_group, g."priceGroup") is null or l.price_group = coalesce(a.price_group, g."priceGroup"))
    where p.is_active
    order by l.amount_minor::float8 / v.pieces_per_lot * case when g."isHighest" then -1 else 1 end, p.item_code
    limit 1) w`)
type Worst = {
  key: string
  itemCode: string
  itemDescription: string
  piecesPerLot: number
  listMinor: Minor
}

/**
 * Prices that the rules cut by more than half, by rule: a fixed price, or an amount off, may be mistyped.
 * Only for rules that are new, or changed in what makes the price. `floorGroup`: its prices are no list
 * prices.
 */
export async function belowHalfOf(
  tx: Tx,
  rules: readonly Written[],
  floorGroup: string,
): Promise<Map<string, BelowHalf>> {
  const asked = rules.filter(({ given, before }) => isAmount(given) && !isPricedAs(given, before))
  if (asked.length === 0) return new Map()
  const targets = asked.flatMap((rule) => eachTarget(rule.given).map((given) => ({ ...rule, given })))
  const things = new Map(targets.map((rule) => [keyOf(rule), thingOf(rule)]))
  const rows = await tx.query<Worst>(
    readWorst,
    JSON.stringify(Array.from(things, ([key, thing]) => ({ key, ...thing }))),
    floorGroup,
  )
  const worst = new Map(rows.map((row) => [row.key, row]))
  return new Map(
    // The first of a rule's brands or categories is told of.
    targets.toReversed().flatMap((rule) => {
      const found = worst.get(keyOf(rule))
      const below = found && belowHalf(rule.given, found)
      return below ? [[rule.id, below]] : []
    }),
  )
}

const isAmount = ({ effect, isActive }: PriceRuleFields) => isActive && effect !== 'percent'

function isPricedAs(given: PriceRuleFields, before: PriceRuleFields | undefined): boolean {
  const partOf = (rule: PriceRuleFields) => {
    const { audience, priceGroup, currAccCode, target, itemCode, colorCode } = rule
    const { basis, effect, currencyCode, tiers, isActive } = rule
    const whom = [audience, priceGroup || undefined, currAccCode || undefined]
    const what = [target, idsOf(rule), itemCode, colorCode]
    return [...whom, ...what, basis, effect, currencyCode, tiers, isActive]
  }
  return before !== undefined && isDeepStrictEqual(partOf(given), partOf(before))
}

/** What the rule is for, and for whom; many rules may have the same. */
function thingOf({ given, accountId }: Written) {
  const { audience, target, brandId, categoryId, itemCode, colorCode, priceGroup, currencyCode } = given
  return {
    target,
    ...(target === 'brand' ? { brandId } : {}),
    ...(target === 'category' ? { categoryId } : {}),
    ...(target === 'item' || target === 'product' ? { itemCode } : {}),
    ...(target === 'product' ? { colorCode } : {}),
    ...(audience === 'account' ? { accountId } : {}),
    ...(audience === 'priceGroup' ? { priceGroup } : {}),
    currencyCode,
    isHighest: given.effect === 'fixed',
  }
}

const keyOf = (rule: Written) => JSON.stringify(thingOf(rule))

function belowHalf(
  { effect, tiers, currencyCode = '' }: PriceRuleFields,
  worst: Worst,
): BelowHalf | undefined {
  const { itemCode, itemDescription, piecesPerLot, listMinor } = worst
  const amounts = tiers.map(({ amount = 0 }) => toMinor(amount) * piecesPerLot)
  const unitMinor = effect === 'fixed' ? Math.min(...amounts) : Math.max(0, listMinor - Math.max(...amounts))
  if (2 * unitMinor >= listMinor) return undefined
  const prices = { listPrice: fromMinor(listMinor), unitPrice: fromMinor(minor(unitMinor)), currencyCode }
  return { itemCode, itemDescription, ...prices }
}
