import { beforeEach, expect, test, vi } from 'vitest'
import { type Cart, type CartLine, emptyCart } from '../cart/stored/cart.ts'
import type { Pricing } from './pricing.ts'

let cart: Cart
let refusedPrices: Map<string, number> | undefined
vi.mock('../cart/stored/cartStore.ts', () => ({
  useCart: { getState: () => cart },
  updateCart: (next: (before: Cart) => Partial<Cart>) => {
    cart = { ...cart, ...next(cart) }
  },
}))
vi.mock('./pricing.ts', () => ({ usePricing: { getState: () => ({ refusedPrices }) } }))

const { agreeToPrices, changedPricesOf, noteChanges } = await import('./changedPrices.ts')

const lineOf = (productId: string) => ({ productId, qty: 1 }) as CartLine
/** Rules by which each product has this price. */
const pricingOf = (prices: Record<string, number>) =>
  ({
    priced: ({ lines }: Cart) => lines.map((line) => ({ ...line, unitPrice: prices[line.productId] ?? 100 })),
  }) as unknown as Pricing
const change = (before: Record<string, number>, after: Record<string, number>) =>
  noteChanges(pricingOf(before), pricingOf(after))
const changed = () => changedPricesOf(cart).map(({ line, was, now }) => [line.productId, was, now])

beforeEach(() => {
  cart = { ...emptyCart(), lines: [lineOf('a'), lineOf('b')] }
  refusedPrices = undefined
})

test('tells lines of the cart whose price changed, until the buyer agrees', () => {
  change({ a: 90, c: 90 }, { a: 80, c: 80 })
  expect(changed()).toEqual([['a', 90, 80]])
  agreeToPrices()
  expect(changed()).toEqual([])
  change({ a: 80 }, { a: 85 })
  expect(changed()).toEqual([['a', 80, 85]])
})

test('tells two changes as one, and none that was taken back', () => {
  change({ a: 90, b: 50 }, { a: 80, b: 40 })
  change({ a: 80, b: 40 }, { a: 85, b: 50 })
  expect(changed()).toEqual([['a', 90, 85]])
})

test('starts anew from the price that the buyer’s own change made', () => {
  change({ a: 90 }, { a: 80 })
  change({ a: 70 }, { a: 60 })
  expect(changed()).toEqual([['a', 70, 60]])
})

test('does not ask again for what another tab, or a refused order, has told', () => {
  change({ a: 90 }, { a: 80 })
  agreeToPrices()
  change({ a: 90 }, { a: 80 })
  expect(changed()).toEqual([])
  refusedPrices = new Map([['b', 70]])
  change({ a: 80, b: 90 }, { a: 75, b: 70 })
  expect(changed()).toEqual([['a', 80, 75]])
})

test('is about this cart, and lines that are still there', () => {
  change({ a: 90, b: 90 }, { a: 80, b: 80 })
  cart = { ...cart, lines: [lineOf('b')] }
  expect(changed()).toEqual([['b', 90, 80]])
  cart = { ...cart, guidKey: 'another' }
  expect(changed()).toEqual([])
})
