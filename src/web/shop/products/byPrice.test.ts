import { expect, test } from 'vitest'
import { currenciesInOrder } from './byPrice.ts'

test('the own currency comes first, the others by their codes', () => {
  const prices = ['USD', 'TRY', 'EUR'].map((currencyCode) => ({ currencyCode }))
  expect(currenciesInOrder(prices, 'TRY')).toEqual(['TRY', 'EUR', 'USD'])
  expect(currenciesInOrder(prices, 'GBP')).toEqual(['EUR', 'TRY', 'USD'])
})
