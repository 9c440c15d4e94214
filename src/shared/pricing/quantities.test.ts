import { describe, expect, test } from 'vitest'
import { brokenLimitsOf, type CountedLine, holdingRules, type QuantityRule } from './quantities.ts'

const line = (productId: string, qty: number, fields: Partial<CountedLine> = {}): CountedLine => ({
  productId,
  itemCode: 'A1',
  brandId: 'ayla',
  lotCode: '',
  piecesPerLot: 1,
  qty,
  unitPrice: 10.1,
  currencyCode: 'TRY',
  ...fields,
})
const lot = { lotCode: 'L6', piecesPerLot: 6, unitPrice: 50 }
let count = 0
const rule = (fields: Partial<QuantityRule>): QuantityRule => ({
  id: `r${(count += 1)}`,
  audience: 'everybody',
  target: 'brand',
  brandId: 'ayla',
  measure: 'pieces',
  mayOverride: false,
  ...fields,
})
const brokenLimitFigures = (lines: CountedLine[], rules: QuantityRule[], before?: CountedLine[]) =>
  brokenLimitsOf(lines, rules, before).map(({ kind, counted, limit, difference }) => [
    kind,
    counted,
    limit,
    difference,
  ])

describe('what is missing', () => {
  const wallsOf = (lines: CountedLine[], rules: QuantityRule[]) =>
    brokenLimitsOf(lines, rules).map(({ kind, counted, difference, wall }) => [
      kind,
      counted + difference,
      wall?.most,
    ])
  const of = {
    variant: { target: 'variant', productId: 's', brandId: undefined },
    item: { target: 'item', itemCode: 'A1', brandId: undefined },
    order: { target: 'order', brandId: undefined },
  } as const

  test('comes down to the last multiple before the maximum', () => {
    const rules = [rule({ ...of.item, multiple: 30, maximum: 50 })]
    expect(brokenLimitFigures([line('s', 12)], rules)).toEqual([['multiple', 12, 30, 18]])
    for (const pieces of [31, 50, 55])
      expect(brokenLimitFigures([line('s', pieces)], rules)).toEqual([['maximum', pieces, 30, pieces - 30]])
  })

  test('is never proposed past a maximum', () => {
    expect(wallsOf([line('s', 12)], [rule({ ...of.item, minimum: 48, multiple: 30, maximum: 50 })])).toEqual([
      ['minimum', 60, 50],
    ])
    const minimum = rule({ ...of.item, minimum: 24 })
    const other = line('x', 30, { itemCode: 'A2' })
    const brand = rule({ maximum: 50 })
    expect(wallsOf([line('s', 12), other], [minimum, brand])).toEqual([['minimum', 24, 20]])
    expect(wallsOf([line('s', 12), line('x', 25, { itemCode: 'A2' })], [minimum, brand])).toEqual([
      ['minimum', 24, undefined],
    ])
    const order = rule({ ...of.order, maximum: 41 })
    expect(wallsOf([line('s', 12), other], [minimum, brand, order])).toEqual([
      ['minimum', 24, 12],
      ['maximum', 43, undefined],
    ])
    // Rules for another measure, currency or thing.
    const others = [
      rule({ ...of.order, measure: 'amount', currencyCode: 'TRY', maximum: 999 }),
      rule({ brandId: 'bora', maximum: 5 }),
      rule({ ...of.variant, maximum: 13 }),
    ]
    expect(wallsOf([line('s', 12)], [minimum, ...others])).toEqual([['minimum', 24, undefined]])
  })

  test('of an amount is told in its currency', () => {
    const amount = { measure: 'amount', currencyCode: 'TRY' } as const
    const rules = [rule({ minimum: 500, ...amount }), rule({ ...of.order, maximum: 300.5, ...amount })]
    expect(wallsOf([line('s', 10)], rules)).toEqual([['minimum', 500, 300.5]])
  })
})

describe('limits', () => {
  test('a minimum counts pieces of the brand over sizes, lots and items', () => {
    const rules = [rule({ minimum: 24 })]
    expect(brokenLimitFigures([line('s', 6), line('l', 2, lot)], rules)).toEqual([['minimum', 18, 24, 6]])
    expect(
      brokenLimitFigures([line('s', 6), line('l', 2, lot), line('m', 6, { itemCode: 'A2' })], rules),
    ).toEqual([])
    expect(brokenLimitFigures([line('x', 1, { brandId: 'bora' })], rules)).toEqual([])
  })

  test('a multiple tells what is missing to the next one that reaches the minimum', () => {
    const rules = [rule({ target: 'variant', productId: 's', brandId: undefined, minimum: 10, multiple: 6 })]
    expect(brokenLimitFigures([line('s', 4)], rules)).toEqual([['minimum', 4, 10, 8]])
    expect(brokenLimitFigures([line('s', 14)], rules)).toEqual([['multiple', 14, 6, 4]])
    expect(brokenLimitFigures([line('s', 18)], rules)).toEqual([])
  })

  test('a maximum tells how many are too many', () => {
    const rules = [rule({ target: 'item', itemCode: 'A1', brandId: undefined, maximum: 20 })]
    expect(brokenLimitFigures([line('s', 12), line('l', 2, lot)], rules)).toEqual([['maximum', 24, 20, 4]])
  })

  test('lots count lots, and say nothing about loose sizes', () => {
    const rules = [rule({ target: 'order', brandId: undefined, measure: 'lots', minimum: 3 })]
    expect(brokenLimitFigures([line('s', 12)], rules)).toEqual([])
    expect(brokenLimitFigures([line('s', 12), line('l', 2, lot)], rules)).toEqual([['minimum', 2, 3, 1]])
  })

  test('amounts count what it costs in their currency, to the cent', () => {
    const rules = [
      rule({ target: 'order', brandId: undefined, measure: 'amount', currencyCode: 'TRY', minimum: 100.5 }),
    ]
    expect(brokenLimitFigures([line('s', 9), line('e', 9, { currencyCode: 'EUR' })], rules)).toEqual([
      ['minimum', 90.9, 100.5, 9.6],
    ])
    expect(brokenLimitFigures([line('s', 10)], rules)).toEqual([])
    expect(brokenLimitFigures([line('e', 1, { currencyCode: 'EUR' })], rules)).toEqual([])
  })

  test('what an amended order had of it may stay, but not change to something else that is wrong', () => {
    const rules = [rule({ minimum: 24 })]
    expect(brokenLimitFigures([line('m', 6)], rules, [line('s', 6)])).toEqual([])
    expect(brokenLimitFigures([line('s', 5)], rules, [line('s', 6)])).toEqual([['minimum', 5, 24, 19]])
  })
})

test('of rules with one target and measure the account’s holds, then the group’s, then the newest', () => {
  const everybody = rule({ minimum: 24 })
  const newer = rule({ minimum: 30 })
  const group = rule({ audience: 'priceGroup', minimum: 12 })
  const account = rule({ audience: 'account', minimum: 6 })
  const amount = rule({ measure: 'amount', currencyCode: 'TRY', minimum: 1000 })
  const bora = rule({ brandId: 'bora', minimum: 1 })
  const minimums = (rules: QuantityRule[]) => holdingRules(rules).map(({ minimum }) => minimum)
  expect(minimums([account, everybody, group, amount, bora])).toEqual([6, 1000, 1])
  expect(minimums([everybody, group])).toEqual([12])
  expect(minimums([everybody, newer])).toEqual([30])
})
