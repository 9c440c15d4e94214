import { expect, test } from 'vitest'
import type { PricedLine } from '#server/orders/content.ts'
import { type OfferRow, priceLines } from '#server/orders/offer.ts'
import { Refusal } from '#shared/errors.ts'
import { fromMinor, fromTicks, minor, toTicks } from '#shared/numbers/money.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { indexRules, type PriceRule, type PriceStep } from '#shared/pricing/pricing.ts'
import { between, seededRandom } from '../db/demo/random.ts'
import { type Offers, problemFinder, withFixed } from '../src/web/shop/cart/offers/offers.ts'
import type { Cart, CartLine } from '../src/web/shop/cart/stored/cart.ts'
import { cartOfOrder } from '../src/web/shop/cart/stored/editing.ts'
import { pricingBy } from '../src/web/shop/pricing/rules.ts'

const viewed = { priceGroup: 'CB', excludedBrandIds: [] }
const parents = { dress: 'women', women: 'all clothes', boots: 'shoes' }

type Basket = Pick<Cart, 'lines' | 'editing' | 'discount' | 'campaignCode'>
type Sent = Parameters<typeof priceLines>[0]
type Found = { productId: string; unitPrice: number; steps: PriceStep[] | undefined }

/** What is offered and by which rules, both as of today and as of an earlier day. */
function makeShop(seed: string) {
  const random = seededRandom(seed)
  const whole = (low: number, high: number) => between(random, low, high)
  const oneOf = <One>(all: readonly One[]) => all[whole(0, all.length - 1)] as One
  const isLikely = (share: number) => random() < share

  const makeTiers = (effect: PriceRule['effect'], basis: PriceRule['basis']) =>
    Array.from({ length: basis === 'none' ? 1 : whole(1, 3) }, (_, at) => {
      const step = basis === 'orderAmount' ? whole(100, 4000) + 0.5 : whole(1, 40)
      const from = basis === 'none' ? 0 : step + at * (basis === 'orderAmount' ? 5000 : 50)
      const percents = Array.from({ length: whole(1, 3) }, () => whole(1, 4000) / 100)
      if (effect === 'percent') return { from, percents }
      return { from, amount: whole(0, effect === 'fixed' ? 20_000 : 3000) / 100 }
    })
  const makeRule = (id: string): PriceRule => {
    const target = oneOf(['all', 'brand', 'category', 'item', 'product'] as const)
    const basis = oneOf(['none', 'itemPieces', 'brandPieces', 'orderAmount'] as const)
    const effect = oneOf(['percent', 'percent', 'fixed', 'amountOff'] as const)
    const hasItem = target === 'item' || target === 'product'
    return {
      id,
      name: `Rule ${id}`,
      audience: oneOf(['everybody', 'priceGroup', 'account'] as const),
      target,
      brandId: target === 'brand' ? oneOf(['ayla', 'bora']) : undefined,
      categoryId: target === 'category' ? oneOf(['dress', 'women', 'shoes']) : undefined,
      itemCode: hasItem ? oneOf(['A1', 'A2', 'A3']) : undefined,
      colorCode: target === 'product' ? oneOf(['01', '02']) : undefined,
      basis,
      effect,
      currencyCode: effect !== 'percent' || basis === 'orderAmount' ? oneOf(['TRY', 'EUR']) : undefined,
      tiers: makeTiers(effect, basis),
      endsOthers: isLikely(0.15),
      validFrom: isLikely(0.3) ? `2026-0${whole(1, 9)}-01` : undefined,
      isCampaign: isLikely(0.2),
    }
  }
  const makeRow = (at: number): OfferRow => ({
    variantId: `v${at}`,
    itemCode: `A${1 + (at % 4)}`,
    colorCode: oneOf(['01', '02', '03']),
    brandId: at % 2 === 0 ? 'ayla' : 'bora',
    categoryId: oneOf(['dress', 'women', 'boots', 'shoes']),
    piecesPerLot: oneOf([1, 1, 6]),
    inventory: 10_000,
    lotCode: '',
    lotDescription: '',
    taxCode: '',
    minQty: 1,
    isActive: true,
    prices: { CB: [minor(whole(2000, 60_000)), oneOf(['TRY', 'TRY', 'EUR'])] },
  })
  const earlier = Array.from({ length: 12 }, (_, at) => makeRow(at))
  const today = earlier.map((row): OfferRow => {
    const piecesPerLot = row.piecesPerLot > 1 && isLikely(0.2) ? 8 : row.piecesPerLot
    return isLikely(0.2)
      ? { ...row, piecesPerLot, prices: { CB: [minor(whole(2000, 60_000)), 'TRY'] } }
      : { ...row, piecesPerLot }
  })
  const rulesEarlier = Array.from({ length: whole(0, 10) }, (_, at) => makeRule(`r${at}`))
  const rules = rulesEarlier.map((rule) => (isLikely(0.3) ? makeRule(rule.id) : rule))
  return { whole, isLikely, earlier: dayOf(earlier, rulesEarlier), today: dayOf(today, rules) }
}
type Shop = ReturnType<typeof makeShop>

function dayOf(rows: OfferRow[], rules: PriceRule[]) {
  const byId = new Map(rows.map((row) => [row.variantId, row]))
  return {
    rows: byId,
    // As the browser gets them.
    pricing: pricingBy(JSON.parse(JSON.stringify({ rules, parents, quantities: [] }))),
    offer: {
      rows: byId,
      viewed,
      takesStock: true,
      tax: { rates: [], treatment: null },
      quantities: [],
      discount: 0,
      overrideReason: '',
      rules: indexRules(rules, new Map(Object.entries(parents))),
    },
  }
}
type Day = Shop['today']

function lineOf({ variantId, prices, ...row }: OfferRow, qty: number): CartLine {
  const [amountMinor, priceCurrencyCode] = prices?.CB ?? [minor(0), '']
  return {
    ...row,
    productId: variantId,
    qty,
    unitPrice: fromMinor(amountMinor),
    priceCurrencyCode,
    itemDescription: '',
    colorDescription: '',
    brandName: '',
    itemDim1Code: '',
    lotCode: row.piecesPerLot > 1 ? 'L' : '',
    images: [],
    updatedDate: '',
  }
}

/** Some with discounts of an agent. */
function newCart({ whole, isLikely }: Shop, { rows }: Day): Basket {
  const lines = [...rows.values()]
    .filter(() => isLikely(0.4))
    .map((row) => ({
      ...lineOf(row, whole(1, 40)),
      ...(isLikely(0.2) ? { discount: whole(1, 3000) / 100 } : {}),
    }))
  const discount = isLikely(0.2) ? whole(1, 2000) / 100 : 0
  return { lines, editing: null, discount, campaignCode: 'SPRING' }
}

/** An order of the earlier day, with its quantities changed today, and lines more and less. */
function amendedCart(shop: Shop) {
  const { whole, isLikely, earlier, today } = shop
  const ordered = withoutFree(newCart(shop, earlier), earlier)
  const { priced } = priceLines(sent(ordered, earlier), { ...earlier.offer, discount: ordered.discount })
  const currentLines = new Map(
    priced.map((line, index) => {
      const { piecesPerLot = 1 } = ordered.lines[index] ?? {}
      return [line.variantId, { ...line, piecesPerLot }]
    }),
  )
  const cart = cartOfOrder(orderOf(ordered, priced), null)
  const kept = cart.lines
    .filter(() => isLikely(0.9))
    .map((line) => ({
      ...line,
      qty: isLikely(0.6) ? line.qty : whole(1, 60),
      discount: isLikely(0.8) ? line.discount : whole(0, 3000) / 100,
    }))
  const more = newCart(shop, today).lines.filter(({ productId }) => !currentLines.has(productId))
  const lines = withFixed([...kept, ...more], problemFinder(offersOf(today), cart.editing?.placed), [
    'prices',
    'lots',
  ])
  const discount = isLikely(0.8) ? cart.discount : whole(0, 2000) / 100
  const keepsCode = isLikely(0.7)
  const campaignCode = keepsCode ? cart.campaignCode : 'SUMMER'
  return { basket: { lines, editing: cart.editing, discount, campaignCode }, currentLines, keepsCode }
}

/** The part of an order that its cart is made from. */
function orderOf({ lines, discount, campaignCode }: Basket, priced: PricedLine[]): OrderDetail {
  return {
    discount,
    campaignCode,
    orderType: 'Rpt',
    lines: lines.map((line, index) => {
      const { ticks, listMinor, steps } = priced[index] as PricedLine
      const why = listMinor == null ? {} : { listPrice: fromMinor(listMinor), priceSteps: steps }
      return { ...line, unitPrice: fromTicks(ticks), ...why }
    }),
  } as OrderDetail
}

const offersOf = ({ rows }: Day): Offers =>
  new Map(
    [...rows.values()].map((row) => {
      const { productId, unitPrice, priceCurrencyCode, piecesPerLot, lotDescription, lotCode } = lineOf(
        row,
        1,
      )
      const lot = lotCode ? { lot: { piecesPerLot, lotDescription } } : {}
      return [productId, { unitPrice, priceCurrencyCode, ...lot }]
    }),
  )

/** As the browser sends them. */
const sent = (basket: Basket, { pricing }: Day): Sent =>
  pricing.priced(basket).map(({ productId, qty, unitPrice, priceCurrencyCode, lotCode, ...line }) => ({
    productId,
    qty,
    unitPrice,
    priceCurrencyCode,
    discount: line.discount ?? 0,
    ...(lotCode ? { piecesPerLot: line.piecesPerLot } : {}),
  }))

/** Unit prices and their steps. */
const shownBy = (basket: Basket, { pricing }: Day): Found[] =>
  basket.lines.map((line) => {
    const { unitPrice, steps } = pricing.whyLine(line, basket)
    return { productId: line.productId, unitPrice, steps: steps.length > 0 ? steps : undefined }
  })

const foundBy = (priced: PricedLine[]): Found[] =>
  priced.map(({ variantId, ticks, steps }) => ({
    productId: variantId,
    unitPrice: fromTicks(ticks),
    steps,
  }))

/** What rules, not an agent's discount, make cost nothing: it cannot be ordered. */
const freeByRules = (basket: Basket, { pricing }: Day): string[] =>
  basket.lines
    .filter((line) => {
      const { steps, listPrice } = pricing.whyLine(line, basket)
      const byRules = steps.filter(({ by }) => by === undefined).at(-1)?.unitPrice ?? listPrice
      return byRules === 0 && line.qty > (basket.editing?.placed[line.productId]?.qty ?? 0)
    })
    .map(({ productId }) => productId)

function withoutFree(basket: Basket, day: Day): Basket {
  const free = freeByRules(basket, day)
  if (free.length === 0) return basket
  const lines = basket.lines.filter(({ productId }) => !free.includes(productId))
  return withoutFree({ ...basket, lines }, day)
}

/** What the steps take off, in ticks. */
function takenBySteps({ listMinor, steps = [] }: PricedLine): number {
  const prices = [(listMinor ?? 0) * 100, ...steps.map(({ unitPrice }) => toTicks(unitPrice))]
  return steps.reduce((sum, _, at) => sum + (prices[at] ?? 0) - (prices[at + 1] ?? 0), 0)
}

type Answer = { priced: PricedLine[] } | { refused: string[] } | { unavailable: string[] }

/** The server's prices, or the product ids of the lines that it refuses for theirs. */
function answerTo(lines: Sent, offer: Parameters<typeof priceLines>[1]): Answer {
  try {
    return priceLines(lines, offer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const ids = (error.lines ?? []).map(({ productId }) => productId)
    if (error.code === 'order.priceChanged') return { refused: ids }
    if (error.code === 'order.lineUnavailable') return { unavailable: ids }
    throw error
  }
}

const shopCount = 2500
const basketsPerShop = 40

/** A busy machine needs half a minute. */
const timeout = 180_000

test('100,000 random baskets cost in the browser what they cost on the server', { timeout }, () => {
  const differences: object[] = []
  for (let seed = 0; seed < shopCount; seed += 1) {
    const shop = makeShop(`prices ${seed}`)
    const { today } = shop
    for (let number = 0; number < basketsPerShop; number += 1) {
      const { basket, ...before } = number % 2 === 0 ? { basket: newCart(shop, today) } : amendedCart(shop)
      const { discount } = basket
      const answer = answerTo(sent(basket, today), { ...today.offer, ...before, discount })
      if ('refused' in answer) {
        differences.push({ seed, number, ...answer })
        continue
      }
      if ('unavailable' in answer) {
        const free = freeByRules(basket, today)
        if (free.join() !== answer.unavailable.join()) differences.push({ seed, number, free, ...answer })
        continue
      }
      const [shown, found] = [shownBy(basket, today), foundBy(answer.priced)]
      if (JSON.stringify(shown) !== JSON.stringify(found)) differences.push({ seed, number, shown, found })
      for (const line of answer.priced.filter(({ steps }) => steps))
        if (takenBySteps(line) !== (line.listMinor ?? 0) * 100 - line.ticks)
          differences.push({ seed, number, line })
    }
  }
  expect(differences.slice(0, 3)).toEqual([])
})

test('of prices by outdated rules the server refuses exactly those that are too low', () => {
  const differences: object[] = []
  for (let seed = 0; seed < shopCount; seed += 1) {
    const shop = makeShop(`outdated ${seed}`)
    const { earlier, today } = shop
    const basket = newCart(shop, today)
    const outdated = sent(basket, earlier)
    const now = sent(basket, today)
    const expected = outdated
      .filter(({ unitPrice }, index) => (now[index]?.unitPrice ?? 0) > unitPrice)
      .map(({ productId }) => productId)
    if (freeByRules(basket, today).length > 0) continue
    const answer = answerTo(outdated, { ...today.offer, discount: basket.discount })
    const refused = 'refused' in answer ? answer.refused : []
    if (refused.join() !== expected.join()) differences.push({ seed, refused, expected })
  }
  expect(differences.slice(0, 3)).toEqual([])
})
