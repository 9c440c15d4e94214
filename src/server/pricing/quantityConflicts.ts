import { holdingRules, isWider, limitsOf } from '#shared/pricing/quantities.ts'
import type { QuantityRuleRow } from '#shared/pricing/quantityRules.ts'

/** A rule that is switched on. `item`, `brands`: of what it is for; `accountGroup`: the price group of its account. */
export type PlacedRule = {
  rule: QuantityRuleRow
  accountGroup: string | null
  item: string | null
  brands: string[]
}

/** `narrow` needs more than `wide` allows, for those whom the rule `buyer` is for. */
export type Conflict = { buyer: PlacedRule; narrow: PlacedRule; wide: PlacedRule }

/**
 * Rules that nobody can keep together with the rule `id`, because both hold for the same buyer: for all whom it is for, and
 * for some, who have a rule of their own. `placed`: all rules that are switched on.
 */
export function conflictsOf(
  placed: readonly PlacedRule[],
  id: string,
): Record<'forAll' | 'forSome', Conflict[]> {
  const own = placed.find(({ rule }) => rule.id === id)
  const pairs = placed.flatMap((other) => {
    // Of two rules for a size, an item, a brand or the order, neither is wider; and none is with itself.
    if (!own || other.rule.target === own.rule.target) return []
    // Only a maximum can be in the way; most rules have none.
    if (own.rule.maximum === undefined && other.rule.maximum === undefined) return []
    const [narrow, wide] = isWider(other.rule, own.rule) ? [own, other] : [other, own]
    const isBoth = isWider(wide.rule, narrow.rule) && isWithin(narrow, wide)
    return isBoth && limitsOf(narrow.rule).least > limitsOf(wide.rule).most ? [{ other, narrow, wide }] : []
  })
  const found: Record<'forAll' | 'forSome', Conflict[]> = { forAll: [], forSome: [] }
  for (const { other, narrow, wide } of pairs) {
    if (own && holdFor(own, placed, narrow, wide)) found.forAll.push({ buyer: own, narrow, wide })
    else if (holdFor(other, placed, narrow, wide)) found.forSome.push({ buyer: other, narrow, wide })
  }
  return found
}

/** Whether everything that `narrow` counts is counted by `wide` too. */
function isWithin(narrow: PlacedRule, { rule: wide }: PlacedRule): boolean {
  if (wide.target === 'order') return true
  if (wide.target === 'item') return narrow.item === wide.itemCode
  return narrow.brands.length > 0 && narrow.brands.every((brand) => brand === wide.brandId)
}

/** Whether both rules hold for those whom `buyer` is for, who have no narrower rule. */
function holdFor(buyer: PlacedRule, placed: readonly PlacedRule[], ...both: PlacedRule[]): boolean {
  const rules = placed.filter((one) => isFor(one, buyer)).map(({ rule }) => rule)
  const holding = new Set(holdingRules(rules).map(({ id }) => id))
  return both.every(({ rule }) => holding.has(rule.id))
}

/** Whether a rule is for all whom another one is for. */
function isFor({ rule }: PlacedRule, { rule: buyer, accountGroup }: PlacedRule): boolean {
  if (rule.audience === 'everybody') return true
  if (rule.audience === 'account') return rule.currAccCode === buyer.currAccCode
  return rule.priceGroup === (buyer.audience === 'account' ? accountGroup : buyer.priceGroup)
}
