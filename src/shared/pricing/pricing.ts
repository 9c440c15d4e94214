/*
 * Prices by rules: what a line costs in its basket, and why. The browser and the server run this alike; what the server
 * finds counts. The order of rules is described in docs/pricing.md.
 */
import { byCurrency, fromMinor, type Minor, minor, minorOfLine, toMinor, toTicks } from '../numbers/money.ts'
import { changedPrices } from './priceChanges.ts'
import type { RuleAudience, RuleBasis, RuleEffect, RuleTarget } from './ruleKinds.ts'

/** `from`: pieces, or an amount in the rule's currency. `percents` follow one another: 20+5 takes 24 % off. */
export type PriceTier = { from: number; percents?: number[] | undefined; amount?: number | undefined }

/** A rule that is valid today for the buyer. */
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
  /** Currency of its amounts; such a rule is only for prices in this currency. */
  currencyCode?: string | undefined
  /** By rising `from`. */
  tiers: PriceTier[]
  /** No rule of lower precedence is added to it. */
  endsOthers: boolean
  /** Among rules with the same precedence, the newer one comes first. */
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
  /** Pieces in one unit. */
  piecesPerLot: number
}

/**
 * `listPrice`: price of one unit in the price group. `agreed`: the price it was ordered at, for a line of an
 * amended order whose quantity does not grow; its list price is then the one it was ordered at.
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

/** Price of one unit. Without steps it is the list price. */
export type LinePrice = { unitPrice: number; steps: PriceStep[] }

export type Rules = {
  /** The rules of a size or lot, the first in precedence first. Those with the same rules get the same array. */
  of(priced: Priced): readonly IndexedRule[]
  isEmpty: boolean
  hasOrderAmounts: boolean
  /** Roughly how much memory its lists take. */
  readonly keptBytes: number
}

/** Rules by target, shared by all buyers who have them. */
export type RuleSet = ReadonlyMap<string, readonly IndexedRule[]>

/** `rank`: lower is higher precedence. `parts`: its tiers, with amounts of the order in minor units. */
type IndexedRule = PriceRule & {
  rank: number
  parts: (Pick<PriceStep, 'fixed' | 'off' | 'percents'> & { from: number })[]
}

const audienceRank = { account: 0, priceGroup: 1, everybody: 2 }
/** Ranks after `category` leave room for the depth of categories. */
const targetRank = { product: 0, item: 1, category: 2, brand: 30, all: 31 }
const maxDepth = 27
const ranksPerAudience = 32

/** Lists of rules are kept up to this size; beyond it, all are looked up again. */
const maxKeptBytes = 4_000_000
const keptListBytes = 200
const referenceBytes = 8

/** `parents`: the parent of each category below another one. */
export function indexRules(given: readonly PriceRule[], parents: ReadonlyMap<string, string>): Rules {
  return joinSets([ruleSet(given, parents)], parents, {
    isEmpty: given.length === 0,
    hasOrderAmounts: given.some(({ basis }) => basis === 'orderAmount'),
    isValid: () => true,
  })
}

export function ruleSet(given: readonly PriceRule[], parents: ReadonlyMap<string, string>): RuleSet {
  const byTarget = new Map<string, IndexedRule[]>()
  for (const rule of given) {
    const key = targetKey(rule)
    const known = byTarget.get(key)
    const indexed = { ...rule, rank: rankOf(rule, parents), parts: partsOf(rule) }
    if (known) known.push(indexed)
    else byTarget.set(key, [indexed])
  }
  return byTarget
}

/** The rules of several sets together, without those that are not valid. */
export function joinSets(
  sets: readonly RuleSet[],
  parents: ReadonlyMap<string, string>,
  {
    isValid,
    ...about
  }: Pick<Rules, 'isEmpty' | 'hasOrderAmounts'> & { isValid: (rule: PriceRule) => boolean },
): Rules {
  const lists = new Map<string, IndexedRule[]>()
  let keptBytes = 0
  const kept = (key: string, find: () => IndexedRule[]) => {
    const known = lists.get(key)
    if (known) return known
    if (keptBytes > maxKeptBytes) {
      lists.clear()
      keptBytes = 0
    }
    const list = find()
    lists.set(key, list)
    keptBytes += keptListBytes + referenceBytes * list.length
    return list
  }
  const rulesFor = (target: Parameters<typeof targetKey>[0]): IndexedRule[] => {
    const key = targetKey(target)
    return sets.flatMap((set) => set.get(key)?.filter(isValid) ?? [])
  }
  const ofGroup = (brandId: string, categoryId: string): IndexedRule[] => {
    const categories: IndexedRule[] = []
    for (let id: string | undefined = categoryId; id; id = parents.get(id))
      categories.push(...rulesFor({ target: 'category', categoryId: id }))
    const others = [{ target: 'brand' as const, brandId }, { target: 'all' as const }]
    return [...onceEach(categories), ...others.flatMap(rulesFor)].toSorted(byPrecedence)
  }
  const hasOwn = (key: string) => sets.some((set) => set.has(key))
  return {
    ...about,
    get keptBytes() {
      return keptBytes
    },
    of: ({ itemCode, colorCode, brandId, categoryId }) => {
      const group = `${brandId} ${categoryId}`
      const shared = kept(group, () => ofGroup(brandId, categoryId))
      const item = { target: 'item' as const, itemCode }
      const product = { target: 'product' as const, itemCode, colorCode }
      if (!hasOwn(targetKey(item)) && !hasOwn(targetKey(product))) return shared
      return kept(`${group} ${itemCode}\n${colorCode}`, () =>
        [...rulesFor(product), ...rulesFor(item), ...shared].toSorted(byPrecedence),
      )
    },
  }
}

/** A rule for a category and one below it, as for the lower one. */
const onceEach = (rules: IndexedRule[]): IndexedRule[] =>
  rules.filter(({ id }, index) => rules.findIndex((one) => one.id === id) === index)

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

/** By account, price group, everybody; then product to everything; then a fixed price; then the newest. */
function byPrecedence(one: IndexedRule, other: IndexedRule): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  const isFixed = ({ effect }: IndexedRule) => Number(effect === 'fixed')
  if (isFixed(one) !== isFixed(other)) return isFixed(other) - isFixed(one)
  const [oneFrom, otherFrom] = [one.validFrom ?? '', other.validFrom ?? '']
  if (oneFrom !== otherFrom) return oneFrom < otherFrom ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** What tiers count in a basket: pieces by item and brand, amounts by currency. */
type Counted = Record<'items' | 'brands', Found<number>> & { amounts: Found<Minor> }
type Found<Count> = Pick<ReadonlyMap<string, Count>, 'get'>

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
  // The order's amount is the one before the rules that count it.
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
): Map<string, Minor> {
  const priceIn = (line: BasketLine) => toTicks(priceOfLine(line)?.unitPrice ?? line.listPrice)
  return byCurrency(lines.map((line) => [line.currencyCode, minorOfLine(line.qty, priceIn(line))]))
}

const hasAmountStep = ({ agreed }: BasketLine) =>
  agreed?.steps.some(({ basis }) => basis === 'orderAmount') ?? false

/** The line at its agreed price as it would be without rules that count the order's amount. */
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
 * The price of a size or lot, given a basket with these counts. An agreed price stays as long as its
 * conditions are met; otherwise the price is worked out anew from the list price it was ordered at.
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
 * Whether the basket has what a step of an agreed price requires, or no less of it than the order had: a part
 * of a split order does not lose the price that was agreed for the whole.
 */
function isReached({ basis, from, isCampaign }: PriceStep, offered: Offered, counts: Counts): boolean {
  const { before } = counts
  if (isCampaign && before && !before.keepsCode) return false
  if (basis === 'none') return true
  const asked = basis === 'orderAmount' ? toMinor(from) : from
  const had = before ? countedFor(basis, offered, before) : asked
  return countedFor(basis, offered, counts) >= Math.min(asked, had)
}

/** Rules in order of precedence, up to the first that ends others; only the first fixed price is taken. */
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

/** An order of it has at least one piece. */
const atLeastOne = (basis: RuleBasis, counted: number) =>
  basis === 'orderAmount' ? counted : Math.max(1, counted)

const basisPlace = { none: 0, itemPieces: 1, brandPieces: 1, orderAmount: 2 }

/**
 * The fixed price first; then rules that always apply, tiers of pieces, and tiers of the amount; in each, the
 * lowest precedence first.
 */
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
    from: basis === 'orderAmount' ? fromMinor(minor(from)) : from,
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
    return { missing: rule.basis === 'orderAmount' ? fromMinor(minor(missing)) : missing, step, unitPrice }
  }
  return undefined
}

function countsWith(basis: RuleBasis, count: number, offered: Offered, counts: Counts): Counts {
  const { itemCode, brandId, currencyCode } = offered
  if (basis === 'itemPieces') return { ...counts, items: new Map([[itemCode, count]]) }
  if (basis === 'brandPieces') return { ...counts, brands: new Map([[brandId, count]]) }
  return { ...counts, amounts: new Map([[currencyCode, minor(count)]]) }
}
