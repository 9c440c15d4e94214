/*
 * Prices by rules: what a line costs in its basket, and why. The browser and the server run this alike; what the server
 * finds counts. The order of rules is told in docs/pricing.md.
 */
import { fromMinor, minorOfLine, toMinor, toTicks } from './money.ts'
import { changedPrices } from './priceChanges.ts'
import type { RuleAudience, RuleBasis, RuleEffect, RuleTarget } from './ruleKinds.ts'

/** `from`: pieces, or an amount in the rule's currency. `percents` follow one another: 20+5 takes 24 % off. */
export type PriceTier = { from: number; percents?: number[] | undefined; amount?: number | undefined }

/** A rule that is valid today for the one who buys. */
export type PriceRule = {
  id: string
  name: string
  /** For whom: one account, one price group, or everybody. */
  audience: RuleAudience
  target: RuleTarget
  brandId?: string | undefined
  categoryId?: string | undefined
  itemCode?: string | undefined
  colorCode?: string | undefined
  basis: RuleBasis
  effect: RuleEffect
  /** Of its amounts; such a rule is only for prices in this currency. */
  currencyCode?: string | undefined
  /** By rising `from`. */
  tiers: PriceTier[]
  /** No rule of lower precedence is added to it. */
  endsOthers: boolean
  /** Of rules with the same precedence the newer one comes first. */
  validFrom?: string | undefined
  /** Opened by the cart's campaign code. */
  isCampaign?: boolean | undefined
}

/** What decides which rules a size or lot has. */
export type Priced = {
  itemCode: string
  colorCode: string
  brandId: string
  categoryId: string
  /** Of one unit. */
  piecesPerLot: number
}

/**
 * `listPrice`: of one unit, from the price group. `agreed`: what it was ordered at, for a line of an amended order whose
 * quantity does not grow; its list price is then the one it was ordered at.
 */
export type BasketLine = Priced & {
  qty: number
  listPrice: number
  currencyCode: string
  agreed?: LinePrice | undefined
}

/** An amended order as it was, all its lines with what was agreed. */
export type OrderBefore = {
  lines: readonly BasketLine[]
  /** The amended order has the campaign code that it was ordered with. */
  keepsCode: boolean
}

/** A rule's part of a price, or the discount that an agent gave `by` line or order. `unitPrice`: after it. */
export type PriceStep = {
  ruleId?: string | undefined
  by?: 'line' | 'order' | undefined
  name: string
  basis: RuleBasis
  from: number
  isCampaign?: boolean | undefined
  percents?: number[] | undefined
  /** `fixed`: the price of a piece; `off`: what a piece is cheaper by. */
  fixed?: number | undefined
  off?: number | undefined
  unitPrice: number
}

/** Of one unit. Without steps it is the list price. */
export type LinePrice = { unitPrice: number; steps: PriceStep[] }

export type Rules = {
  /** The rules of a size or lot, the first in precedence first. Those with the same rules get the same array. */
  of(priced: Priced): readonly IndexedRule[]
  isEmpty: boolean
  hasOrderAmounts: boolean
}

/** `rank`: lower is higher precedence. `parts`: of its tiers, amounts of the order in minor units. */
type IndexedRule = PriceRule & {
  rank: number
  parts: (Pick<PriceStep, 'fixed' | 'off' | 'percents'> & { from: number })[]
}

const audienceRank = { account: 0, priceGroup: 1, everybody: 2 }
/** Categories lie this far apart, to have room for their depth. */
const targetRank = { product: 0, item: 1, category: 2, brand: 30, all: 31 }
const maxDepth = 27
const ranksPerAudience = 32

/** Lists of rules kept as long as the rules: beyond that all are looked up again. */
const maxKept = 20_000

/** `parents`: of each category below another one. */
export function indexRules(given: readonly PriceRule[], parents: ReadonlyMap<string, string>): Rules {
  const byTarget = new Map<string, IndexedRule[]>()
  for (const rule of given) {
    const key = targetKey(rule)
    const known = byTarget.get(key)
    const indexed = { ...rule, rank: rankOf(rule, parents), parts: partsOf(rule) }
    if (known) known.push(indexed)
    else byTarget.set(key, [indexed])
  }
  const groups = new Map<string, IndexedRule[]>()
  const products = new Map<string, IndexedRule[]>()
  const ofGroup = (brandId: string, categoryId: string): IndexedRule[] => {
    const categories: IndexedRule[] = []
    for (let id: string | undefined = categoryId; id; id = parents.get(id))
      categories.push(...(byTarget.get(targetKey({ target: 'category', categoryId: id })) ?? []))
    const others = [{ target: 'brand' as const, brandId }, { target: 'all' as const }]
    return [...categories, ...others.flatMap((target) => byTarget.get(targetKey(target)) ?? [])].toSorted(
      byPrecedence,
    )
  }
  return {
    isEmpty: given.length === 0,
    hasOrderAmounts: given.some(({ basis }) => basis === 'orderAmount'),
    of: ({ itemCode, colorCode, brandId, categoryId }) => {
      const group = `${brandId} ${categoryId}`
      const shared = found(groups, group, () => ofGroup(brandId, categoryId))
      const ofItem = byTarget.get(targetKey({ target: 'item', itemCode }))
      const ofProduct = byTarget.get(targetKey({ target: 'product', itemCode, colorCode }))
      if (!ofItem && !ofProduct) return shared
      return found(products, `${group} ${itemCode}\n${colorCode}`, () =>
        [...(ofProduct ?? []), ...(ofItem ?? []), ...shared].toSorted(byPrecedence),
      )
    },
  }
}

function found<Value>(kept: Map<string, Value>, key: string, find: () => Value): Value {
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= maxKept) kept.clear()
  const value = find()
  kept.set(key, value)
  return value
}

export const noRules: Rules = indexRules([], new Map())

function targetKey({
  target,
  brandId,
  categoryId,
  itemCode,
  colorCode,
}: Pick<PriceRule, 'target' | 'brandId' | 'categoryId' | 'itemCode' | 'colorCode'>): string {
  if (target === 'brand') return `brand ${brandId}`
  if (target === 'category') return `category ${categoryId}`
  if (target === 'item') return `item ${itemCode}`
  return target === 'product' ? `product ${itemCode}\n${colorCode}` : 'all'
}

function rankOf({ audience, target, categoryId }: PriceRule, parents: ReadonlyMap<string, string>): number {
  let depth = 0
  if (target === 'category')
    for (let id = parents.get(categoryId ?? ''); id && depth < maxDepth; id = parents.get(id)) depth += 1
  const within = target === 'category' ? targetRank.category + maxDepth - depth : targetRank[target]
  return audienceRank[audience] * ranksPerAudience + within
}

function partsOf({ tiers, basis, effect }: PriceRule): IndexedRule['parts'] {
  return tiers.map(({ from, percents = [], amount = 0 }) => ({
    from: basis === 'orderAmount' ? toMinor(from) : from,
    ...(effect === 'percent' ? { percents } : {}),
    ...(effect === 'fixed' ? { fixed: amount } : {}),
    ...(effect === 'amountOff' ? { off: amount } : {}),
  }))
}

/** Account, price group, everybody; product to everything; a fixed price; the newest. */
function byPrecedence(one: IndexedRule, other: IndexedRule): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  const isFixed = ({ effect }: IndexedRule) => Number(effect === 'fixed')
  if (isFixed(one) !== isFixed(other)) return isFixed(other) - isFixed(one)
  const [oneFrom, otherFrom] = [one.validFrom ?? '', other.validFrom ?? '']
  if (oneFrom !== otherFrom) return oneFrom < otherFrom ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** What a basket has of what tiers count: pieces by item and brand, amounts in minor units by currency. */
type Counted = Record<'items' | 'brands' | 'amounts', Pick<ReadonlyMap<string, number>, 'get'>>

/** `before`: what an amended order had. */
export type Counts = Counted & { before?: (Counted & Pick<OrderBefore, 'keepsCode'>) | undefined }

const noAmounts: Counts['amounts'] = new Map()
const nothingCounted: Counts = { items: new Map(), brands: new Map(), amounts: noAmounts }

/** `before`: the order that the basket amends. */
export function countBasket(lines: readonly BasketLine[], rules: Rules, before?: OrderBefore): Counts {
  if (rules.isEmpty && !before) return nothingCounted
  const pieces = countPieces(lines)
  const piecesBefore = before && { ...countPieces(before.lines), keepsCode: before.keepsCode }
  if (!rules.hasOrderAmounts && !before?.lines.some(hasAmountStep)) return { ...pieces, before: piecesBefore }
  // The order's amount is that before rules that count it.
  const price = pricerBeside({ ...pieces, before: piecesBefore }, rules)
  return {
    ...pieces,
    amounts: countAmounts(lines, (line) => price(withoutAmountSteps(line))),
    before: before &&
      piecesBefore && {
        ...piecesBefore,
        amounts: countAmounts(before.lines, (line) => withoutAmountSteps(line).agreed),
      },
  }
}

function countPieces(lines: readonly BasketLine[]): Counted {
  const items = new Map<string, number>()
  const brands = new Map<string, number>()
  for (const { itemCode, brandId, qty, piecesPerLot } of lines) {
    const pieces = qty * piecesPerLot
    items.set(itemCode, (items.get(itemCode) ?? 0) + pieces)
    brands.set(brandId, (brands.get(brandId) ?? 0) + pieces)
  }
  return { items, brands, amounts: noAmounts }
}

function countAmounts(
  lines: readonly BasketLine[],
  priceOfLine: (line: BasketLine) => LinePrice | undefined,
): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const line of lines) {
    const amount = minorOfLine(line.qty, toTicks(priceOfLine(line)?.unitPrice ?? line.listPrice))
    amounts.set(line.currencyCode, (amounts.get(line.currencyCode) ?? 0) + amount)
  }
  return amounts
}

const hasAmountStep = ({ agreed }: BasketLine) =>
  agreed?.steps.some(({ basis }) => basis === 'orderAmount') ?? false

/** What was agreed, as it would be without rules that count the order's amount. */
function withoutAmountSteps(line: BasketLine): BasketLine {
  if (!line.agreed || !hasAmountStep(line)) return line
  const { listPrice, piecesPerLot } = line
  const steps = line.agreed.steps.filter(({ basis }) => basis !== 'orderAmount')
  const unitPrice = changedPrices(listPrice, piecesPerLot, steps).at(-1) ?? listPrice
  return { ...line, agreed: { unitPrice, steps } }
}

/** The price of each line, in the order of the lines. `counts`: the basket's, where they are known. */
export function priceBasket(
  lines: readonly BasketLine[],
  rules: Rules,
  counts = countBasket(lines, rules),
): LinePrice[] {
  return lines.map(pricerBeside(counts, rules))
}

/** Sizes of a product mostly cost the same: each price is worked out once, to price a thousand lines at a keystroke. */
function pricerBeside(counts: Counts, rules: Rules): (line: BasketLine) => LinePrice {
  const known = new Map<ReturnType<Rules['of']>, Map<string, LinePrice>>()
  return (line) => {
    const { listPrice, currencyCode, piecesPerLot, itemCode, agreed } = line
    if (agreed) return priceOf(line, rules, counts)
    if (rules.isEmpty) return { unitPrice: listPrice, steps: [] }
    const own = rules.of(line)
    const prices = known.get(own) ?? new Map<string, LinePrice>()
    known.set(own, prices)
    const key = `${listPrice} ${currencyCode} ${piecesPerLot} ${itemCode}`
    const price = prices.get(key) ?? priceOf(line, rules, counts)
    prices.set(key, price)
    return price
  }
}

type Offered = Omit<BasketLine, 'qty'>
type Part = IndexedRule['parts'][number]
type Taken = { rule: IndexedRule; part: Part }

/**
 * The price of a size or lot beside a basket with these counts. What was agreed stays as long as what made it is reached;
 * else the price is made anew from the list price it was ordered at.
 */
export function priceOf(offered: Offered, rules: Rules, counts: Counts): LinePrice {
  const { agreed } = offered
  if (agreed?.steps.every((step) => isReached(step, offered, counts))) return agreed
  const { listPrice, piecesPerLot } = offered
  const taken = takenRules(offered, rules, counts).toSorted(byCalculation)
  const prices = changedPrices(
    listPrice,
    piecesPerLot,
    taken.map(({ part }) => part),
  )
  const steps = taken.map(({ rule, part }, at) => stepOf(rule, part, prices[at] ?? listPrice))
  return { unitPrice: prices.at(-1) ?? listPrice, steps }
}

/**
 * Whether the basket has what a step of an agreed price asks for, or no less of it than the order had: a part of a split
 * order does not lose the price that was agreed for the whole.
 */
function isReached({ basis, from, isCampaign }: PriceStep, offered: Offered, counts: Counts): boolean {
  const { before } = counts
  if (isCampaign && before && !before.keepsCode) return false
  if (basis === 'none') return true
  const asked = basis === 'orderAmount' ? toMinor(from) : from
  const had = before ? countedFor(basis, offered, before) : asked
  return countedFor(basis, offered, counts) >= Math.min(asked, had)
}

/** Down the order of precedence to the first rule that ends others; of fixed prices only the first. */
function takenRules(offered: Offered, rules: Rules, counts: Counts): Taken[] {
  const taken: Taken[] = []
  let hasFixed = false
  for (const rule of rules.of(offered)) {
    if (rule.currencyCode !== undefined && rule.currencyCode !== offered.currencyCode) continue
    const isFixed = rule.effect === 'fixed'
    if (isFixed && hasFixed) continue
    const counted = countedFor(rule.basis, offered, counts)
    const part = rule.parts.findLast(({ from }) => from <= atLeastOne(rule.basis, counted))
    if (!part) continue
    hasFixed ||= isFixed
    taken.push({ rule, part })
    if (rule.endsOthers) break
  }
  return taken
}

function countedFor(basis: RuleBasis, { itemCode, brandId, currencyCode }: Offered, counts: Counted): number {
  if (basis === 'itemPieces') return counts.items.get(itemCode) ?? 0
  if (basis === 'brandPieces') return counts.brands.get(brandId) ?? 0
  return basis === 'orderAmount' ? (counts.amounts.get(currencyCode) ?? -1) : 0
}

/** Whoever orders it has a piece of it. */
const atLeastOne = (basis: RuleBasis, counted: number) =>
  basis === 'orderAmount' ? counted : Math.max(1, counted)

const basisPlace = { none: 0, itemPieces: 1, brandPieces: 1, orderAmount: 2 }

/** The fixed price; what always applies, tiers of pieces, tiers of the amount; in each the lowest precedence first. */
function byCalculation({ rule: one }: Taken, { rule: other }: Taken): number {
  const place = ({ effect, basis }: IndexedRule) => (effect === 'fixed' ? -1 : basisPlace[basis])
  return place(one) - place(other) || byPrecedence(other, one)
}

function stepOf(
  { id, name, basis, isCampaign }: PriceRule,
  { from, ...change }: Part,
  unitPrice: number,
): PriceStep {
  return {
    ruleId: id,
    name,
    basis,
    from: basis === 'orderAmount' ? fromMinor(from) : from,
    ...(isCampaign ? { isCampaign } : {}),
    ...change,
    unitPrice,
  }
}

/** The nearest tier that makes a unit cheaper. `missing`: pieces, or an amount in the line's currency. */
export type NextTier = { missing: number; step: PriceStep; unitPrice: number }

export function nextTier(offered: Offered, rules: Rules, counts: Counts): NextTier | undefined {
  const now = priceOf(offered, rules, counts).unitPrice
  const ahead = rules.of(offered).flatMap((rule) => {
    if (rule.basis === 'none') return []
    const counted = Math.max(0, countedFor(rule.basis, offered, counts))
    return rule.parts
      .filter(({ from }) => from > atLeastOne(rule.basis, counted))
      .map((part) => ({ rule, part, missing: part.from - counted }))
  })
  for (const { rule, part, missing } of ahead.toSorted((one, other) => one.missing - other.missing)) {
    const { unitPrice, steps } = priceOf(offered, rules, countsWith(rule.basis, part.from, offered, counts))
    const step = steps.find(({ ruleId }) => ruleId === rule.id)
    if (unitPrice >= now || !step) continue
    return { missing: rule.basis === 'orderAmount' ? fromMinor(missing) : missing, step, unitPrice }
  }
  return undefined
}

function countsWith(basis: RuleBasis, count: number, offered: Offered, counts: Counts): Counts {
  const { itemCode, brandId, currencyCode } = offered
  if (basis === 'itemPieces') return { ...counts, items: new Map([[itemCode, count]]) }
  if (basis === 'brandPieces') return { ...counts, brands: new Map([[brandId, count]]) }
  return { ...counts, amounts: new Map([[currencyCode, count]]) }
}
