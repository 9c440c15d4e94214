import { expect, test } from 'vitest'
import { testLine } from '#web/testing.ts'
import { editingOf, linesOfOrder } from '../stored/editing.ts'
import { cartTaxes } from './cartTaxes.ts'

const rates = [
  { code: '10', name: '', percent: 10 },
  { code: '20', name: '', percent: 20 },
]
const taxing = { rates, treatment: 'domestic', rounding: 'line', editing: null } as const
const order = {
  orderNumber: '1',
  version: 1,
  orderType: 'Rpt',
  salesPersonCode: '',
  description: '',
  campaignCode: '',
  lines: [testLine('s', { qty: 2, taxPercent: 8 }), testLine('m', { qty: 2, taxPercent: 8 })],
} as Parameters<typeof editingOf>[0]
const ratesOf = (sums: ReturnType<typeof cartTaxes>) =>
  sums.flatMap(({ byRate }) => byRate.map(({ percent, netMinor }) => [percent, netMinor]))

test('a cart has the rates of its products, and none without VAT', () => {
  const lines = [testLine('s'), testLine('m', { taxCode: '20' })]
  expect(ratesOf(cartTaxes(lines, taxing))).toEqual([
    [20, 1000],
    [10, 1000],
  ])
  expect(ratesOf(cartTaxes(lines, { ...taxing, treatment: 'export' }))).toEqual([[0, 2000]])
  expect(cartTaxes(lines, { ...taxing, treatment: null })).toEqual([])
})

test('a line of an amended order keeps its percent up to the ordered quantity', () => {
  const editing = editingOf({ ...order, taxTreatment: 'domestic', taxRounding: 'order' }, null)
  expect(editing.tax).toEqual({ treatment: 'domestic', rounding: 'order' })
  const [first, second] = linesOfOrder(order)
  if (!first || !second) throw new Error('The order has two lines')
  expect(first).not.toHaveProperty('taxPercent')
  const lines = [first, { ...second, qty: 3 }, testLine('l')]
  expect(ratesOf(cartTaxes(lines, { ...taxing, editing }))).toEqual([
    [10, 4000],
    [8, 2000],
  ])
})

test('an order without VAT stays without when it is amended', () => {
  expect(editingOf(order, null).tax).toBeUndefined()
})
