import { describe, expect, test } from 'vitest'
import { changedPrice, normalizeSeparators } from './priceChange.ts'

describe('a price', () => {
  test('is raised and lowered with cent precision', () => {
    expect(changedPrice(100, 'percent', 8, '0.01')).toBe(108)
    expect(changedPrice(99.99, 'percent', -5, '0.01')).toBe(94.99)
    expect(changedPrice(1.25, 'percent', 2, '0.01')).toBe(1.28)
    expect(changedPrice(10, 'times', 1.155, '0.01')).toBe(11.55)
    expect(changedPrice(10, 'add', -2.5, '0.01')).toBe(7.5)
    expect(changedPrice(10, 'add', -25, '0.01')).toBe(0)
  })

  test('is rounded to a step, or to end in .90', () => {
    expect(changedPrice(107.43, 'percent', 0, '0.05')).toBe(107.45)
    expect(changedPrice(107.43, 'percent', 0, '0.10')).toBe(107.4)
    expect(changedPrice(107.43, 'percent', 0, '0.50')).toBe(107.5)
    expect(changedPrice(107.43, 'percent', 0, '1')).toBe(107)
    expect(changedPrice(107.43, 'percent', 0, '.90')).toBe(107.9)
    expect(changedPrice(107.3, 'percent', 0, '.90')).toBe(106.9)
    expect(changedPrice(0.2, 'percent', 0, '.90')).toBe(0.9)
  })
})

test('amounts of a column reveal each other’s separators', () => {
  expect(normalizeSeparators(['1.234', '12,50'])).toEqual(['1234', '12,50'])
  expect(normalizeSeparators(['1,234', '12.50', '₺ 2,500'])).toEqual(['1234', '12.50', '₺ 2500'])
  expect(normalizeSeparators(['1.234', '2.500'])).toEqual(['1.234', '2.500'])
  expect(normalizeSeparators(['1.234', '12,50', '12.50'])).toEqual(['1.234', '12,50', '12.50'])
  expect(normalizeSeparators(['1.234', '1.234.567'])).toEqual(['1234', '1234567'])
})
