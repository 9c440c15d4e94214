import { describe, expect, test } from 'vitest'
import { type CountedLine, holdingRules, type QuantityRule, unmetOf } from './quantities.ts'

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
const unmetFigures = (lines: CountedLine[], rules: QuantityRule[], before?: CountedLine[]) =>
  unmetOf(lines, rules, before).map(({ kind, counted, limit, difference }) => [
    kind,
    counted,
    limit,
    difference,
  ])

describe('limits', () => {
  test('a minimum counts pieces of the brand over sizes, lots and items', () => {
    const rules = [rule({ minimum: 24 })]
    expect(unmetFigures([line('s', 6), line('l', 2, lot)], rules)).toEqual([['minimum', 18, 24, 6]])
    expect(unmetFigures([line('s', 6), line('l', 2, lot), line('m', 6, { itemCode: 'A2' })], rules)).toEqual(
      [],
    )
    expect(unmetFigures([line('x', 1, { brandId: 'bora' })], rules)).toEqual([])
  })

  test('a multiple tells what is missing to the next one that reaches the minimum', () => {
    const rules = [rule({ target: 'variant', productId: 's', brandId: undefined, minimum: 10, multiple: 6 })]
    expect(unmetFigures([line('s', 4)], rules)).toEqual([['minimum', 4, 10, 8]])
    expect(unmetFigures([line('s', 14)], rules)).toEqual([['multiple', 14, 6, 4]])
    expect(unmetFigures([line('s', 18)], rules)).toEqual([])
  })

  test('a maximum tells how many are too many', () => {
    const rules = [rule({ target: 'item', itemCode: 'A1', brandId: undefined, maximum: 20 })]
    expect(unmetFigures([line('s', 12), line('l', 2, lot)], rules)).toEqual([['maximum', 24, 20, 4]])
  })

  test('lots count lots, and say nothing about loose sizes', () => {
    const rules = [rule({ target: 'order', brandId: undefined, measure: 'lots', minimum: 3 })]
    expect(unmetFigures([line('s', 12)], rules)).toEqual([])
    expect(unmetFigures([line('s', 12), line('l', 2, lot)], rules)).toEqual([['minimum', 2, 3, 1]])
  })

  test('amounts count what it costs in their currency, to the cent', () => {
    const rules = [
      rule({ target: 'order', brandId: undefined, measure: 'amount', currencyCode: 'TRY', minimum: 100.5 }),
    ]
    expect(unmetFigures([line('s', 9), line('e', 9, { currencyCode: 'EUR' })], rules)).toEqual([
      ['minimum', 90.9, 100.5, 9.6],
    ])
    expect(unmetFigures([line('s', 10)], rules)).toEqual([])
    expect(unmetFigures([line('e', 1, { currencyCode: 'EUR' })], rules)).toEqual([])
  })

  test('what an amended order had of it may stay, but not change to something else that is wrong', () => {
    const rules = [rule({ minimum: 24 })]
    expect(unmetFigures([line('m', 6)], rules, [line('s', 6)])).toEqual([])
    expect(unmetFigures([line('s', 5)], rules, [line('s', 6)])).toEqual([['minimum', 5, 24, 19]])
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
