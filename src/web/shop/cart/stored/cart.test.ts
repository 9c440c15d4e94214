import { describe, expect, test } from 'vitest'
import { testItem, testProduct } from '#web/testing.ts'
import { totalPieces, totalsOf } from '../totals/totals.ts'
import { emptyCart, totalQty, withAdded, withItemQty, withQty } from './cart.ts'
import { subtractLines } from './movedLines.ts'

const product = testProduct([
  testItem('s', { inventory: 7, unitPrice: 0.1, currencyCode: 'TRY' }),
  testItem('m', { inventory: 0, unitPrice: 10, currencyCode: 'TRY' }),
  testItem('x', { inventory: 5 }),
  testItem('l', { lotCode: 'L6', piecesPerLot: 6, inventory: 3, unitPrice: 2, currencyCode: 'EUR' }),
])
const item = (id: string) => {
  const found = product.items.find((one) => one.productId === id)
  if (!found) throw new Error(id)
  return found
}
const withS = (qty?: number) => withAdded(emptyCart(), product, item('s'), qty)

describe('adding', () => {
  test('starts with the given quantity, then goes up by one', () => {
    const five = withS(5)
    expect(five.lines.map((line) => line.qty)).toEqual([5])
    expect(withAdded(five, product, item('s'), 5).lines.map((line) => line.qty)).toEqual([6])
  })
  test('makes one line per size', () => {
    const cart = withAdded(withAdded(withS(), product, item('s')), product, item('l'))
    expect(cart.lines.map((line) => [line.productId, line.qty])).toEqual([
      ['s', 2],
      ['l', 1],
    ])
  })
  test('stops at the stock and skips variants without stock or price', () => {
    expect(withS(99).lines[0]?.qty).toBe(7)
    expect(withAdded(withS(7), product, item('s')).lines[0]?.qty).toBe(7)
    expect(withAdded(emptyCart(), product, item('m')).lines).toEqual([])
    expect(withAdded(emptyCart(), product, item('x')).lines).toEqual([])
  })
})

test('adding does not reduce a quantity when stock has dropped', () => {
  const left = (inventory: number) => withAdded(withS(5), product, { ...item('s'), inventory }).lines[0]
  expect(left(3)).toMatchObject({ qty: 5, inventory: 3 })
  expect(left(0)).toMatchObject({ qty: 5, inventory: 0 })
})

test('subtracts units only from matching lines', () => {
  const { lines } = withAdded(withS(5), product, item('l'))
  const out = subtractLines(lines, [
    { productId: 's', qty: 1 },
    { productId: 's', qty: 1 },
    { productId: 'gone', qty: 1 },
  ])
  expect(out.map(({ productId, qty }) => [productId, qty])).toEqual([
    ['s', 3],
    ['l', 1],
  ])
  expect(out[1]).toBe(lines[1])
  expect(subtractLines(lines, [{ productId: 'l', qty: 2 }])).toEqual([lines[0]])
})

test('a quantity of 0 removes the line', () => {
  expect(withQty(withS(3), 's', 0).lines).toEqual([])
})

test('a size with a minimum starts there and goes below it only to be removed', () => {
  const six = { ...item('s'), minQty: 6 }
  const added = withAdded(emptyCart(), product, six)
  expect(added.lines).toMatchObject([{ qty: 6, minQty: 6 }])
  expect(withQty(added, 's', 5).lines).toEqual([])
  expect(withAdded(emptyCart(), product, { ...item('s'), minQty: 8 }).lines[0]?.qty).toBe(7)
})

test('totals are per currency and exact; lots count their pieces', () => {
  const { lines } = withQty(withAdded(withS(3), product, item('l')), 'l', 2)
  expect(totalsOf(lines)).toEqual([
    { currency: 'TRY', amount: 0.3 },
    { currency: 'EUR', amount: 4 },
  ])
  expect([totalQty(lines), totalPieces(lines)]).toEqual([5, 15])
})

test('current stock limits a quantity, not the stock when added', () => {
  const season = { ...item('s'), inventory: 9999 }
  expect(withItemQty(withS(7), product, season, 500).lines[0]?.qty).toBe(500)
  expect(
    withItemQty(withItemQty(withS(7), product, season, 500), product, item('s'), 400).lines[0]?.qty,
  ).toBe(7)
})

test('an amended order can reuse its own units plus stock', () => {
  const editing = {
    orderNumber: '1042',
    version: 1,
    takesStock: true,
    said: {
      subCurrAccId: '',
      salesPersonCode: '',
      description: '',
      customerOrderNumber: '',
      campaignCode: '',
      discount: 0,
      discountReason: '',
      overrideReason: '',
    },
    placed: { s: { qty: 5, unitPrice: 0.1, priceCurrencyCode: 'TRY' } },
    aside: null,
  }
  const cart = { ...withS(5), editing }
  expect(withItemQty(cart, product, item('s'), 99).lines[0]?.qty).toBe(12)
  const season = { ...cart, editing: { ...editing, takesStock: false } }
  expect(withItemQty(season, product, item('s'), 99).lines[0]?.qty).toBe(7)
})
