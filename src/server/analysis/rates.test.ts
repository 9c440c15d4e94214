import { expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import type { Wholesaler } from '#test/factories.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

type Rate = { currency: string; rate: number | null }
const enter = (rates: Rate[], currency = 'TRY') => shop.admin.post('/api/Shop/SaveRates', { currency, rates })
const rates = async (of: Wholesaler = shop) => (await of.admin.get('/api/Shop/GetRates')).body.data

test('rates are entered, renewed and removed, with time and user', async () => {
  expect(await rates()).toEqual({ currency: 'TRY', rates: [] })
  const before = Date.now()
  expect(
    (
      await enter([
        { currency: 'USD', rate: 41.25 },
        { currency: 'EUR', rate: 48.123456 },
      ])
    ).status,
  ).toBe(200)
  const entered = await rates()
  expect(entered.rates).toMatchObject([
    { currency: 'EUR', rate: 48.123456 },
    { currency: 'USD', rate: 41.25 },
  ])
  for (const { enteredAt, enteredBy } of entered.rates) {
    expect(Date.parse(enteredAt)).toBeGreaterThanOrEqual(before)
    expect(enteredBy).not.toBe('')
  }
  expect(
    (
      await enter([
        { currency: 'USD', rate: null },
        { currency: 'EUR', rate: 50 },
      ])
    ).status,
  ).toBe(200)
  expect((await rates()).rates).toMatchObject([{ currency: 'EUR', rate: 50 }])
})

test('the change log shows before and after', async () => {
  await enter([{ currency: 'EUR', rate: 48.5 }])
  await enter([{ currency: 'EUR', rate: 49 }])
  const { body } = await shop.admin.post('/api/Account/GetChanges', { subject: 'settings' })
  expect(body.data.items[0]).toMatchObject({
    before: { exchangeRates: 'EUR 48.5' },
    after: { exchangeRates: 'EUR 49' },
  })
})

test('rates belong to the tenant and its base currency', async () => {
  await enter([{ currency: 'EUR', rate: 48.5 }])
  const rival = await newShop(app)
  expect(await rates(rival)).toEqual({ currency: 'TRY', rates: [] })
  expect(await enter([{ currency: 'TRY', rate: 0.02 }], 'EUR')).toMatchObject(refusal(409, 'record.changed'))
  await shop.update(`exchange_rates set base_code = 'GBP'`)
  expect((await rates()).rates).toEqual([])
})

test.each<Rate[][]>([
  [[]],
  [[{ currency: 'TRY', rate: 1 }]],
  [[{ currency: 'eur', rate: 1 }]],
  [[{ currency: 'EUR', rate: 0 }]],
  [[{ currency: 'EUR', rate: -1 }]],
  [[{ currency: 'EUR', rate: 0.0000001 }]],
  [[{ currency: 'EUR', rate: 1.1234567 }]],
  [[{ currency: 'EUR', rate: 1e7 }]],
  [
    [
      { currency: 'EUR', rate: 2 },
      { currency: 'EUR', rate: 3 },
    ],
  ],
])('refuses %o', async (given) => {
  expect((await enter(given)).status).toBe(400)
  expect((await rates()).rates).toEqual([])
})
