import { expect, test } from 'vitest'
import { indexRules, noRules, type PriceRule } from '#shared/pricing/pricing.ts'
import type { QuantityRule } from '#shared/pricing/quantities.ts'
import { type BasketItem, type OrderedItem, pricedBasket } from './basket.ts'

const item = (productId: string, qty: number, more: Partial<BasketItem> = {}): BasketItem => ({
  productId,
  itemCode: productId,
  colorCode: '01',
  brandId: 'brand',
  categoryId: 'category',
  lotCode: '',
  qty,
  offer: { listPrice: 100, currencyCode: 'TRY', piecesPerLot: 1 },
  ...more,
})
const ordered = (qty: number, unitPrice = 90): OrderedItem => ({
  qty,
  unitPrice,
  agreed: { unitPrice, steps: [] },
  listPrice: unitPrice,
  currencyCode: 'TRY',
  piecesPerLot: 1,
})
const tenPercent: PriceRule = {
  id: 'rule',
  name: 'Ten',
  audience: 'everybody',
  target: 'all',
  basis: 'none',
  effect: 'percent',
  tiers: [{ from: 0, percents: [10] }],
  endsOthers: true,
} as never
const rules = indexRules([tenPercent], new Map())
const pieces = (limits: Partial<QuantityRule>): QuantityRule => ({
  id: 'limit',
  audience: 'everybody',
  target: 'order',
  measure: 'pieces',
  mayOverride: false,
  ...limits,
})
const amends = { keepsCode: true }
const pricesOf = (...[items, basket]: Parameters<typeof pricedBasket>) =>
  pricedBasket(items, basket).items.map((one) => one?.price.unitPrice)

test('a new line costs what rules make of its offer, less the discounts of line and order', () => {
  const items = [item('A', 1), item('B', 1, { discount: 50 }), item('C', 1, { offer: undefined })]
  expect(pricesOf(items, { rules, discount: 0 })).toEqual([90, 45, undefined])
  expect(pricesOf(items, { rules, discount: 10 })).toEqual([81, 40.5, undefined])
})

test('an ordered line keeps price and content while it does not grow, even without an offer', () => {
  const kept = item('A', 2, { ordered: { ...ordered(3, 70), piecesPerLot: 6 }, offer: undefined })
  const { items } = pricedBasket([kept, item('B', 4, { ordered: ordered(3, 70) })], {
    rules,
    discount: 0,
    amends,
  })
  expect(items).toMatchObject([
    { isKept: true, piecesPerLot: 6, price: { unitPrice: 70 } },
    { isKept: false, piecesPerLot: 1, price: { unitPrice: 90 } },
  ])
})

test('limits are judged by final prices, and count nothing that was removed', () => {
  const least = pieces({ measure: 'amount', currencyCode: 'TRY', minimum: 200 })
  const broken = (discount: number) =>
    pricedBasket([item('A', 2), item('B', 0)], { rules: noRules, quantities: [least], discount }).brokenLimits
  expect(broken(0)).toEqual([])
  expect(broken(10)).toMatchObject([{ kind: 'minimum', counted: 180, difference: 20 }])
})

test('what an amended order had may stay, counted with its lines that were removed', () => {
  const threePieces = pieces({ maximum: 3 })
  const basket = { rules: noRules, quantities: [threePieces], discount: 0, amends }
  const moved = [item('A', 5, { ordered: ordered(3) }), item('B', 0, { ordered: ordered(2) })]
  expect(pricedBasket(moved, basket).brokenLimits).toEqual([])
  const grown = [item('A', 6, { ordered: ordered(3) }), item('B', 0, { ordered: ordered(2) })]
  expect(pricedBasket(grown, basket).brokenLimits).toMatchObject([{ kind: 'maximum', counted: 6 }])
  const unsettled = { ...basket, amends: { ...amends, isUnsettled: true } }
  expect(pricedBasket(moved, unsettled).brokenLimits).toHaveLength(1)
})
