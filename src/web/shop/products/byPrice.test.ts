import { expect, test } from 'vitest'
import { currenciesInOrder } from './byPrice.ts'

test('our own currency comes first, others by code', () => {
  const prices = ['USD', 'TRY', 'EUR'].map((currencyCode) => ({ currencyCode }))
  expect(currenciesInOrder(prices, 'TRY')).toEqual(['TRY', 'EUR', 'USD'])
  expect(currenciesInOrder(prices, 'GBP')).toEqual(['EUR', 'TRY', 'USD'])
})
