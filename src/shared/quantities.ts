/*
 * Minimums, multiples and maximums of what is ordered. The browser and the server run this alike; what the server finds
 * counts. See docs/quantities.md.
 */
import { fromMinor, minorOfLine, toMinor, toTicks } from './money.ts'
import type { QuantityMeasure, QuantityTarget, RuleAudience } from './ruleKinds.ts'

/** A rule for the one who buys. Each of its limits is in its measure; an absent one does not limit. */
export type QuantityRule = {
  id: string
  audience: RuleAudience
  target: QuantityTarget
  /** A size or lot. */
  productId?: string | undefined
  itemCode?: string | undefined
  brandId?: string | undefined
  measure: QuantityMeasure
  /** Of an amount. */
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

/** A limit that an order does not keep. `counted` and `limit` are in the rule's measure. */
export type Unmet = {
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
  /** To add, or, of a maximum, to take away. */
  difference: number
  mayOverride: boolean
}

const audienceRank = { account: 0, priceGroup: 1, everybody: 2 }

/** Of rules with one target and measure, the account's holds, else the price group's; of two the newer. */
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
}: Pick<Unmet, 'target' | 'productId' | 'itemCode' | 'brandId'>) {
  return `${target} ${productId ?? itemCode ?? brandId ?? ''}`
}

/**
 * What an order of these lines lacks, in the order of `rules`, which must be {@link holdingRules}. A limit is for whatever
 * is ordered at all. `before`: the lines of an amended order; what it had may stay.
 */
export function unmetOf(
  lines: readonly CountedLine[],
  rules: readonly QuantityRule[],
  before: readonly CountedLine[] = [],
): Unmet[] {
  if (rules.length === 0) return []
  const [now, then] = [countsOf(lines, rules), countsOf(before, rules)]
  return rules.flatMap((rule) => {
    const counted = now.get(rule.id)
    if (counted === undefined || counted === then.get(rule.id)) return []
    return unmetBy(rule, counted) ?? []
  })
}

/** By rule: what the order has of it, in whole numbers (amounts in minor units); absent where it has nothing of it. */
function countsOf(lines: readonly CountedLine[], rules: readonly QuantityRule[]): Map<string, number> {
  const byPlace = new Map<string, CountedLine[]>()
  const add = (place: string, line: CountedLine) => {
    const known = byPlace.get(place)
    if (known) known.push(line)
    else byPlace.set(place, [line])
  }
  const targets = new Set(rules.map(({ target }) => target))
  for (const line of lines) {
    const { productId, itemCode, brandId } = line
    if (targets.has('variant')) add(placeOf({ target: 'variant', productId }), line)
    if (targets.has('item')) add(placeOf({ target: 'item', itemCode }), line)
    if (targets.has('brand')) add(placeOf({ target: 'brand', brandId }), line)
    if (targets.has('order')) add(placeOf({ target: 'order' }), line)
  }
  const counts = new Map<string, number>()
  for (const rule of rules) {
    const counted = (byPlace.get(placeOf(rule)) ?? []).filter((line) => isCounted(line, rule))
    if (counted.length > 0)
      counts.set(
        rule.id,
        counted.reduce((sum, line) => sum + countOf(line, rule), 0),
      )
  }
  return counts
}

/** A rule in lots says nothing about loose sizes, one in an amount nothing about other currencies. */
function isCounted({ lotCode, currencyCode }: CountedLine, rule: QuantityRule): boolean {
  if (rule.measure === 'lots') return lotCode !== ''
  return rule.measure !== 'amount' || currencyCode === rule.currencyCode
}

function countOf({ qty, piecesPerLot, unitPrice }: CountedLine, { measure }: QuantityRule): number {
  if (measure === 'lots') return qty
  return measure === 'pieces' ? qty * piecesPerLot : minorOfLine(qty, toTicks(unitPrice))
}

function unmetBy(rule: QuantityRule, counted: number): Unmet | undefined {
  const isAmount = rule.measure === 'amount'
  const inCounts = (limit: number) => (isAmount ? toMinor(limit) : limit)
  const inUnits = (count: number) => (isAmount ? fromMinor(count) : count)
  const { id: ruleId, target, productId, itemCode, brandId, measure, currencyCode, mayOverride } = rule
  const unmet = (kind: Unmet['kind'], limit: number, difference: number): Unmet => ({
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
  const { minimum = 0, multiple = 0, maximum = Number.POSITIVE_INFINITY } = rule
  if (counted > inCounts(maximum)) return unmet('maximum', maximum, counted - inCounts(maximum))
  // The next multiple that reaches the minimum, so that one addition is enough.
  const step = inCounts(multiple) || 1
  const next = Math.ceil(Math.max(counted, inCounts(minimum)) / step) * step
  if (counted < inCounts(minimum)) return unmet('minimum', minimum, next - counted)
  if (counted % step !== 0) return unmet('multiple', multiple, next - counted)
  return undefined
}
