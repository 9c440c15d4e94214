import { describe, expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { testItem, testLine, testProduct } from '#web/testing.ts'
import { type CartLine, emptyCart } from '../stored/cart.ts'
import {
  kindsOf,
  type Offer,
  offersOf,
  problemFinder,
  problemOf,
  withFixed,
  withReasons,
  withRefused,
  withRefusedStock,
  withRestored,
  withStock,
} from './offers.ts'

const line = (productId: string, fields: Partial<CartLine> = {}) =>
  testLine(productId, { qty: 3, inventory: 5, ...fields })
const same: Offer = { unitPrice: 10, priceCurrencyCode: 'TRY' }
const dearer: Offer = { unitPrice: 12, priceCurrencyCode: 'TRY' }
const all = ['prices', 'stock', 'gone'] as const

describe('what is wrong with a line', () => {
  test('is nothing if price and stock are unchanged or unchecked', () => {
    expect(problemOf(line('s'), same)).toBeUndefined()
    expect(problemOf(line('s'), undefined)).toBeUndefined()
  })
  test('is its price, its stock or both; another currency is another price', () => {
    expect(problemOf(line('s'), dearer)).toEqual({ prices: dearer })
    expect(kindsOf(problemOf(line('s', { inventory: 2 }), dearer))).toEqual(['prices', 'stock'])
    expect(problemOf(line('s', { inventory: 2 }), undefined)).toEqual({ stock: 2 })
    expect(kindsOf(problemOf(line('s'), { unitPrice: 10, priceCurrencyCode: 'EUR' }))).toEqual(['prices'])
  })
  test('is a lot’s new number of pieces, but not new wording', () => {
    const lot = line('l', { lotCode: 'K8', lotDescription: '36/37 4-4', piecesPerLot: 8 })
    const repacked = { lotDescription: '36/37 6-6', piecesPerLot: 12 }
    const offer = { ...same, lot: repacked }
    expect(problemOf(lot, offer)).toEqual({ lots: repacked })
    expect(problemOf(lot, { ...same, lot: { ...repacked, piecesPerLot: 8 } })).toBeUndefined()
    const findProblem = problemFinder(new Map([['l', offer]]), undefined)
    expect(withFixed([lot], findProblem, ['prices'])).toEqual([lot])
    expect(withFixed([lot], findProblem, ['lots'])).toEqual([{ ...lot, ...repacked }])
    // Today's catalogue does not replace what was agreed.
    const item = { ...repacked, productId: 'l', lotCode: 'K8', itemDim1Code: '', inventory: 5 }
    const product = { itemCode: 'A1', images: [], updatedDate: '', items: [item] } as unknown as Product
    const [renewed] = withStock({ ...emptyCart(), lines: [lot] }, [product]).lines
    expect(renewed).toMatchObject({ piecesPerLot: 8, lotDescription: '36/37 4-4' })
    const refused = [{ productId: 'l', ...repacked }]
    expect(withRefused(new Map([['l', same]]), 'order.lotChanged', refused).get('l')).toEqual(offer)
  })
  test('is a quantity below the minimum, also one learnt from the refused order', () => {
    const offer = { ...same, minQty: 4 }
    expect(problemOf(line('s'), offer)).toEqual({ minimum: 4 })
    expect(problemOf(line('s', { minQty: 4 }), undefined)).toEqual({ minimum: 4 })
    expect(problemOf(line('s', { qty: 4 }), offer)).toBeUndefined()
    const refused = [{ productId: 's', minQty: 4 }]
    expect(withRefused(new Map([['s', same]]), 'order.belowMinimum', refused).get('s')).toEqual(offer)
    const placed = { qty: 3, unitPrice: 10, priceCurrencyCode: 'TRY' }
    expect(problemOf(line('s'), offer, placed)).toBeUndefined()
    expect(problemOf(line('s', { qty: 2 }), offer, placed)).toEqual({ minimum: 4 })
    // Fixing orders the minimum, or removes a line whose stock is below it.
    const fixed = (inventory: number) =>
      withFixed([line('s', { inventory })], problemFinder(new Map([['s', offer]]), undefined), ['minimum'])
    expect(fixed(5)).toMatchObject([{ qty: 4 }])
    expect(fixed(3)).toEqual([])
  })
  test('is only that it is gone', () => {
    expect(problemOf(line('s', { inventory: 0 }), { gone: 'inactive' })).toEqual({ gone: 'inactive' })
  })
  test('of an amended order is checked only beyond its ordered quantity', () => {
    const placed = { qty: 3, unitPrice: 8, priceCurrencyCode: 'TRY' }
    expect(problemOf(line('s', { unitPrice: 8 }), { gone: 'inactive' }, placed)).toBeUndefined()
    expect(problemOf(line('s', { unitPrice: 8 }), dearer, placed)).toBeUndefined()
    expect(problemOf(line('s', { unitPrice: 8, qty: 4 }), { gone: 'inactive' }, placed)).toEqual({ stock: 3 })
    expect(problemOf(line('s', { unitPrice: 8, qty: 4 }), dearer, placed)).toMatchObject({
      prices: { unitPrice: 12 },
    })
    expect(problemOf(line('s', { unitPrice: 12, qty: 2 }), dearer, placed)).toMatchObject({
      prices: { unitPrice: 8 },
    })
  })
})

describe('fixing', () => {
  const lines = [line('s'), line('m', { inventory: 1 }), line('l', { inventory: 0 }), line('x'), line('y')]
  const offers = new Map<string, Offer>([
    ['s', dearer],
    ['m', dearer],
    ['l', same],
    ['x', { gone: 'brandExcluded' }],
    ['y', same],
  ])
  const seen = (after: CartLine[]) => after.map((one) => [one.productId, one.qty, one.unitPrice])

  test('all takes new prices and remaining stock, and removes gone lines', () => {
    expect(seen(withFixed(lines, problemFinder(offers, undefined), all))).toEqual([
      ['s', 3, 12],
      ['m', 1, 12],
      ['y', 3, 10],
    ])
  })
  test('one kind keeps the others', () => {
    const priced = withFixed(lines, problemFinder(offers, undefined), ['prices'])
    expect(seen(priced).slice(0, 2)).toEqual([
      ['s', 3, 12],
      ['m', 3, 12],
    ])
    expect(priced.slice(2)).toEqual(lines.slice(2))
    expect(seen(withFixed(lines, problemFinder(offers, undefined), ['stock'])).map(([id]) => id)).toEqual([
      's',
      'm',
      'x',
      'y',
    ])
    expect(withFixed(lines, problemFinder(offers, undefined), ['gone']).map((one) => one.productId)).toEqual([
      's',
      'm',
      'l',
      'y',
    ])
  })
  test('one line keeps the identity of the others', () => {
    const settled = withFixed(lines, problemFinder(offers, undefined), all, 'm')
    expect(settled.filter((one, index) => one !== lines[index]).map((one) => one.productId)).toEqual(['m'])
  })
  test('is undone in place, keeping other changes', () => {
    const settled = withFixed(lines, problemFinder(offers, undefined), all)
    const meanwhile = settled.map((one) => (one.productId === 'y' ? { ...one, qty: 9 } : one))
    const restored = withRestored(meanwhile, lines, new Set(['m', 'l', 'x']))
    expect(seen(restored)).toEqual([
      ['s', 3, 12],
      ['m', 3, 10],
      ['l', 3, 10],
      ['x', 3, 10],
      ['y', 9, 10],
    ])
  })
})

const product = (inventory: number, unitPrice?: number) =>
  testProduct([testItem('s', { inventory, ...(unitPrice ? { unitPrice, currencyCode: 'TRY' } : {}) })])

describe('what the server answers', () => {
  test('is an offer, no price, or nothing at all', () => {
    const offers = offersOf(['s', 'm'], [product(5)])
    expect([...offers]).toEqual([
      ['s', { gone: 'noPrice' }],
      ['m', { gone: 'unknown' }],
    ])
    expect(withReasons(offers, [line('m')], [{ status: 'brandExcluded' }]).get('m')).toEqual({
      gone: 'brandExcluded',
    })
  })
  test('updates stock, keeps price and quantity, and keeps unchanged lines’ identity', () => {
    const cart = { ...emptyCart(), lines: [line('s'), line('m')] }
    const fresh = withStock(cart, [product(2, 99)])
    expect(fresh.lines[0]).toMatchObject({ qty: 3, unitPrice: 10, inventory: 2 })
    expect(fresh.lines[1]).toBe(cart.lines[1])
    expect(withStock(cart, [product(5, 99)])).toBe(cart)
  })
  test('of a refusal applies to its lines', () => {
    const refused = withRefused(new Map([['s', same]]), 'order.priceChanged', [
      { productId: 's', newUnitPrice: 12, newPriceCurrencyCode: 'TRY' },
    ])
    expect(refused.get('s')).toEqual(dearer)
    expect(withRefused(new Map(), 'order.lineUnavailable', [{ productId: 's' }]).get('s')).toEqual({
      gone: 'unknown',
    })
    const cart = { ...emptyCart(), lines: [line('s')] }
    expect(withRefusedStock(cart, [{ productId: 's', inventory: 1 }]).lines[0]).toMatchObject({
      qty: 3,
      inventory: 1,
    })
  })
})
