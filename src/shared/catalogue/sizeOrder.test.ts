import { expect, test } from 'vitest'
import { compareSizes } from './sizeOrder.ts'

test('sizes stand in their order', () => {
  const inOrder = [
    '2Y',
    '4Y',
    '10Y',
    '36',
    '36,5',
    '38',
    '40',
    '100',
    'XXS',
    'XS',
    'S',
    'M',
    'L',
    'XL',
    '2XL',
    'XXL',
    '3XL',
    'STD',
    'Tek',
  ]
  const mixed = inOrder.toReversed()
  expect(mixed.toSorted(compareSizes)).toEqual(inOrder)
})
