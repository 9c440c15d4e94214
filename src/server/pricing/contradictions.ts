import { eachYielding, groupYielding } from '#server/yielding.ts'
import { eachTarget, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import type { Contradiction } from '#shared/pricing/ruleWarnings.ts'
import { foldForSearch } from '#shared/text/text.ts'

/** What decides how a rule combines with others for the same people and things. */
export type Compared = Pick<
  PriceRuleRow,
  'id' | 'effect' | 'basis' | 'currencyCode' | 'endsOthers' | 'validFrom' | 'validUntil'
>

/** How a rule contradicts another one for the same people, things and code; undefined if it does not. */
export function contradictionOf(rule: Compared, other: Compared): Contradiction | undefined {
  if (!haveDayInCommon(rule, other)) return undefined
  const isSameKind =
    rule.effect === other.effect && rule.basis === other.basis && rule.currencyCode === other.currencyCode
  if (isSameKind && rule.effect === 'fixed') return 'same'
  const isFirst = isBefore(rule, other)
  const [first, second] = isFirst ? [rule, other] : [other, rule]
  const currencies = new Set([first.currencyCode, second.currencyCode].filter(Boolean))
  if (first.endsOthers && first.basis === 'none' && currencies.size < 2) return isFirst ? 'never' : 'ended'
  return isSameKind && !first.endsOthers ? 'twice' : undefined
}

/** `rule` is new or changed, `other` the first that it contradicts. */
export type RuleContradiction = { rule: PriceRuleRow; other: PriceRuleRow; how: Contradiction }

/**
 * The contradictions of rules that are about to be written: each rule with the first one that it contradicts,
 * stored or written before it.
 */
export async function contradictionsIn(
  stored: readonly PriceRuleRow[],
  written: readonly PriceRuleRow[],
): Promise<RuleContradiction[]> {
  const isWritten = new Set(written.map(({ id }) => id))
  const places = stored
    .filter(({ id, isActive }) => isActive && !isWritten.has(id))
    .flatMap((rule) => eachTarget(rule).map((one) => ({ place: placeOf(one), rule })))
  const known = new Map(
    [...(await groupYielding(places, ({ place }) => place))].map(([place, all]) => [
      place,
      all.map(({ rule }) => rule),
    ]),
  )
  const found: RuleContradiction[] = []
  await eachYielding(written, (rule) => {
    if (!rule.isActive) return
    const own = eachTarget(rule).map(placeOf)
    const others = own.flatMap((place) => known.get(place) ?? [])
    const other = others.find((one) => contradictionOf(rule, one))
    const how = other && contradictionOf(rule, other)
    if (how) found.push({ rule, other, how })
    for (const place of own) known.set(place, [...(known.get(place) ?? []), rule])
  })
  return found
}

/** Whom and what a rule is for, and with which code. */
function placeOf(rule: PriceRuleRow): string {
  const { audience, priceGroup, currAccCode, target, brandId, categoryId, itemCode, colorCode, code } = rule
  const whom = [audience, priceGroup || undefined, currAccCode || undefined]
  return JSON.stringify([...whom, target, brandId, categoryId, itemCode, colorCode, foldForSearch(code)])
}

function haveDayInCommon(one: Compared, other: Compared): boolean {
  const startsInTime = (a: Compared, b: Compared) =>
    a.validFrom === undefined || b.validUntil === undefined || a.validFrom <= b.validUntil
  return startsInTime(one, other) && startsInTime(other, one)
}

/** Like `byPrecedence` of shared/pricing/pricing.ts, for rules that are for the same people and things. */
function isBefore(one: Compared, other: Compared): boolean {
  if ((one.effect === 'fixed') !== (other.effect === 'fixed')) return one.effect === 'fixed'
  const [oneFrom, otherFrom] = [one.validFrom ?? '', other.validFrom ?? '']
  return oneFrom === otherFrom ? one.id > other.id : oneFrom > otherFrom
}
