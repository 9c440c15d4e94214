/*
 * Minimums, multiples and maximums of what is ordered. The browser and the server run this alike; what the server finds
 * counts. See docs/quantities.md.
 */
import { fromMinor, minor, minorOfLine, toMinor, toTicks } from '#shared/numbers/money.ts'
import { type QuantityMeasure, type QuantityTarget, quantityTargets, type RuleAudience } from './ruleKinds.ts'

/** A rule for the buyer. Its limits are in its measure; an absent limit does not apply. */
export type QuantityRule = {
  id: string
  audience: RuleAudience
  target: QuantityTarget
  /** A size or lot. */
  productId?: string | undefined
  itemCode?: string | undefined
  brandId?: string | undefined
  measure: QuantityMeasure
  /** Currency of an amount. */
  currencyCode?: string | undefined
  minimum?: number | undefined
  multiple?: number | undefined
  maximum?: number | undefined
  /** Agents may place an order in spite of it, with a reason. */
  mayOverride: boolean
}

/** `unitPrice`: what one unit costs, with price rules. */
export type CountedLine = {
  productId: string
  itemCode: string
  brandId: string
  /** '' for a size. */
  lotCode: string
  piecesPerLot: number
  qty: number
  unitPrice: number
  currencyCode: string
}

/** A limit that an order breaks. `counted` and `limit` are in the rule's measure. */
export type BrokenLimit = {
  ruleId: string
  kind: 'minimum' | 'multiple' | 'maximum'
  target: QuantityTarget
  productId?: string | undefined
  itemCode?: string | undefined
  brandId?: string | undefined
  measure: QuantityMeasure
  currencyCode?: string | undefined
  counted: number
  limit: number
  /** How much to add or, for a maximum, to take away. */
  difference: number
  /** What is missing cannot be added: no more than `most` can be ordered. */
  wall?: Wall | undefined
  mayOverride: boolean
}

export type Wall = { by: 'maximum' | 'stock'; most: number }

const audienceRank = { account: 0, priceGroup: 1, everybody: 2 }

/** For each target and measure, the account's rule holds, else the price group's; of two, the newer. */
export function holdingRules(rules: readonly QuantityRule[]): QuantityRule[] {
  const holding = new Map<string, QuantityRule>()
  for (const rule of rules) {
    const key = `${placeOf(rule)} ${rule.measure} ${rule.currencyCode}`
    const known = holding.get(key)
    if (!known || isBefore(rule, known)) holding.set(key, rule)
  }
  return [...holding.values()]
}

function isBefore(one: QuantityRule, other: QuantityRule): boolean {
  const ranks = audienceRank[one.audience] - audienceRank[other.audience]
  return ranks < 0 || (ranks === 0 && one.id > other.id)
}

/** What a rule counts: a size or lot, an item, a brand, or the order. */
function placeOf({
  target,
  productId,
  itemCode,
  brandId,
}: Pick<BrokenLimit, 'target' | 'productId' | 'itemCode' | 'brandId'>) {
  return `${target} ${productId ?? itemCode ?? brandId ?? ''}`
}

/**
 * The limits that an order of these lines breaks, in the order of `rules`, which must be {@link holdingRules}.
 * A limit applies only to what is ordered at all. `before`: the lines of an amended order; what it had may stay.
 */
export function brokenLimitsOf(
  lines: readonly CountedLine[],
  rules: readonly QuantityRule[],
  before: readonly CountedLine[] = [],
): BrokenLimit[] {
  if (rules.length === 0) return []
  const [now, then] = [linesByRule(lines, rules), linesByRule(before, rules)]
  const countIn = (byRule: typeof now, rule: QuantityRule) =>
    byRule.get(rule.id)?.reduce((sum, line) => sum + countOf(line, rule), 0)
  return rules.flatMap((rule) => {
    const counted = countIn(now, rule)
    if (counted === undefined || counted === countIn(then, rule)) return []
    // What is added to an item is also added to its brand and to the order.
    const roomBeside = () =>
      rules
        .filter((wide) => isWider(wide, rule) && now.get(rule.id)?.every((line) => isOf(line, wide)))
        .reduce((room, wide) => Math.min(room, limitsOf(wide).most - (countIn(now, wide) ?? 0)), Infinity)
    return brokenLimitOf(rule, counted, roomBeside) ?? []
  })
}

/** The lines that each rule counts, by rule id; absent where there are none. */
function linesByRule(
  lines: readonly CountedLine[],
  rules: readonly QuantityRule[],
): Map<string, CountedLine[]> {
  const byPlace = new Map<string, CountedLine[]>()
  const add = (place: string, line: CountedLine) => {
    const known = byPlace.get(place)
    if (known) known.push(line)
    else byPlace.set(place, [line])
  }
  const targets = new Set(rules.map(({ target }) => target))
  for (const line of lines) for (const target of targets) add(placeOf(whereIs(line, target)), line)
  const byRule = new Map<string, CountedLine[]>()
  for (const rule of rules) {
    const counted = (byPlace.get(placeOf(rule)) ?? []).filter((line) => isCounted(line, rule))
    if (counted.length > 0) byRule.set(rule.id, counted)
  }
  return byRule
}

function whereIs({ productId, itemCode, brandId }: CountedLine, target: QuantityTarget) {
  if (target === 'variant') return { target, productId }
  if (target === 'item') return { target, itemCode }
  return target === 'brand' ? { target, brandId } : { target }
}

const isOf = (line: CountedLine, rule: QuantityRule) =>
  placeOf(whereIs(line, rule.target)) === placeOf(rule) && isCounted(line, rule)

/** Whether a rule counts what another one may count too, and more. */
export const isWider = (wide: Measured, narrow: Measured) =>
  quantityTargets.indexOf(wide.target) > quantityTargets.indexOf(narrow.target) &&
  wide.measure === narrow.measure &&
  wide.currencyCode === narrow.currencyCode
type Measured = Pick<QuantityRule, 'target' | 'measure' | 'currencyCode'>

/** A rule in lots says nothing about loose sizes, one in an amount nothing about other currencies. */
function isCounted({ lotCode, currencyCode }: CountedLine, rule: QuantityRule): boolean {
  if (rule.measure === 'lots') return lotCode !== ''
  return rule.measure !== 'amount' || currencyCode === rule.currencyCode
}

function countOf({ qty, piecesPerLot, unitPrice }: CountedLine, { measure }: QuantityRule): number {
  if (measure === 'lots') return qty
  return measure === 'pieces' ? qty * piecesPerLot : minorOfLine(qty, toTicks(unitPrice))
}

/**
 * What a rule allows, in whole numbers (amounts in minor units). `least`: the fewest that keep it; `most`: the largest
 * multiple up to its maximum. Nobody can keep a rule whose `least` is more than its `most`.
 */
export function limitsOf(rule: Pick<QuantityRule, 'measure' | 'minimum' | 'multiple' | 'maximum'>) {
  const inCounts = (limit: number) => (rule.measure === 'amount' ? toMinor(limit) : limit)
  const { minimum = 0, multiple = 0, maximum = Number.POSITIVE_INFINITY } = rule
  const step = inCounts(multiple) || 1
  return {
    step,
    minimum: inCounts(minimum),
    maximum: inCounts(maximum),
    least: Math.ceil(Math.max(1, inCounts(minimum)) / step) * step,
    most: Math.floor(inCounts(maximum) / step) * step,
  }
}

/** Whole numbers of a measure as people write them: amounts have cents. */
export const unitsOf = ({ measure }: Pick<QuantityRule, 'measure'>, count: number): number =>
  measure === 'amount' ? fromMinor(minor(count)) : count

/** `roomBeside`: how much more the rules for wider things allow. */
function brokenLimitOf(
  rule: QuantityRule,
  counted: number,
  roomBeside: () => number,
): BrokenLimit | undefined {
  const inUnits = (count: number) => unitsOf(rule, count)
  const { id: ruleId, target, productId, itemCode, brandId, measure, currencyCode, mayOverride } = rule
  const brokenLimit = (kind: BrokenLimit['kind'], limit: number, difference: number): BrokenLimit => ({
    ruleId,
    kind,
    target,
    productId,
    itemCode,
    brandId,
    measure,
    currencyCode,
    mayOverride,
    counted: inUnits(counted),
    limit,
    difference: inUnits(difference),
  })
  const { step, minimum, maximum, least, most } = limitsOf(rule)
  // So that what is left after taking away is a multiple.
  if (counted > most && least <= most) return brokenLimit('maximum', inUnits(most), counted - most)
  // The next multiple that reaches the minimum, so that one addition is enough.
  const next = Math.ceil(Math.max(counted, minimum) / step) * step
  if (next === counted && counted <= most) return undefined
  const missing =
    counted < minimum
      ? brokenLimit('minimum', rule.minimum ?? 0, next - counted)
      : brokenLimit('multiple', rule.multiple ?? 0, next - counted)
  const reach = Math.min(maximum, counted + Math.max(0, roomBeside()))
  return next <= reach ? missing : { ...missing, wall: { by: 'maximum', most: inUnits(reach) } }
}
