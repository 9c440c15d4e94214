import { expect, test } from 'vitest'
import { minor, toTicks } from '#shared/numbers/money.ts'
import { compareToFloor } from './floors.ts'

const floors = (units: number) => ({
  of: () => ({ amountMinor: minor(Math.round(units * 100)), currencyCode: 'TRY' }),
  rates: { base: 'TRY', rates: [{ currency: 'USD', rate: 40 }] },
})

test.each([
  // 40.196, where cents would make 40.00 of it.
  [1.0049, 40.1, false],
  [1.0024, 40.1, true],
  [1.0025, 40.1, false],
])('%d USD at 40 beside a floor of %d TRY: below is %s', (unitPrice, floor, isBelow) => {
  const line = { variantId: 'A', ticks: toTicks(unitPrice), currencyCode: 'USD' }
  expect(compareToFloor(line as never, floors(floor) as never)).toEqual({ isBelow })
})
