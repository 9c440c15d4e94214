import { expect, test } from 'vitest'
import { dayOf } from '#shared/clock.ts'
import type { AccountPage } from '#shared/customers/accountPage.ts'
import { dataOf } from '#test/app.ts'
import { tellBalance } from '#test/balances.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app, { transferEnabled: true })
const read = (id = '120.01'): Promise<AccountPage> =>
  dataOf(shop.admin.get('/api/Account/GetAccountPage', { id }))
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('has debts, turnover by month, what is bought, open orders and the last contact', async () => {
  await shop.admin.post('/api/Shop/SaveRates', { currency: 'TRY', rates: [{ currency: 'EUR', rate: 50 }] })
  const first = await shop.place({ lines: { 'A1 S': 2, 'A1 L4': 1 } })
  const second = await shop.place({ lines: { 'B1 M': 3, 'B2 S': 2 } })
  await shop.update(
    `order_lines set currency_code = 'EUR', unit_price_minor = 950 where order_id = $2 and item_code = 'B2'`,
    second.id,
  )
  await shop.update('order_totals set amount_minor = 30000 where order_id = $2', second.id)
  await shop.query(`insert into order_totals values ($1, $2, 'EUR', 1900)`, second.id)
  const third = await shop.place({ lines: { 'A2 S': 1 } })
  const cancelled = await shop.place({ lines: { 'A2 M': 9 } })
  await shop.place({ lines: { 'A2 S': 5 }, currAccCode: '120.02' }, shop.agent)
  await shop.admin.get('/api/Shop/CancelOrder', { id: cancelled.id })
  await shop.update(`orders set state = 'cancelled' where id = $2`, cancelled.id)
  await shop.update(`orders set transferred_at = $2 where id = $3`, daysAgo(2), first.id)
  await shop.update(`orders set placed_at = $2 where id = $3`, daysAgo(400), third.id)
  await shop.signIn()
  await tellBalance(shop, '120.01', { balance: 75, asOf: daysAgo(1) })
  await shop.update(`accounts set credit_limit = 2000 where code = '120.01'`)

  const page = await read()
  expect(page).toMatchObject({
    currAccCode: '120.01',
    currAccDescription: 'Dealer 120.01',
    salesPerson: 'Pelin Agent',
    credit: { limit: 2000, balance: 75, openOrders: 300 + 950 + 100, available: 575 },
    openCount: 2,
    lastOrder: { orderId: cancelled.id },
    lastSignIn: { username: 'dealer' },
  })
  expect(page.months).toHaveLength(12)
  expect(page.months.slice(0, 11).every(({ orders }) => orders === 0)).toBe(true)
  expect(page.months.at(-1)).toEqual({
    month: dayOf(new Date(), 'Europe/Istanbul').slice(0, 7),
    orders: 2,
    totals: [
      { currency: 'EUR', amount: 19 },
      { currency: 'TRY', amount: 880 },
    ],
  })
  // 19 € are 950 TRY.
  expect(page.brands).toEqual([
    {
      name: 'Bora',
      code: '',
      pieces: 5,
      totals: [
        { currency: 'EUR', amount: 19 },
        { currency: 'TRY', amount: 300 },
      ],
    },
    { name: 'Ayla', code: '', pieces: 6, totals: [{ currency: 'TRY', amount: 580 }] },
  ])
  expect(page.items.map(({ code, pieces }) => [code, pieces])).toEqual([
    ['B2', 2],
    ['A1', 6],
    ['B1', 3],
  ])
  expect(page.openOrders.map(({ orderId }) => orderId).toSorted()).toEqual([second.id, third.id].toSorted())
  expect(page.openOrders.find(({ orderId }) => orderId === second.id)?.totals).toHaveLength(2)
})

test('of an account without orders is empty', async () => {
  expect(await read('120.03')).toMatchObject({
    credit: { balance: 0, openOrders: 0 },
    brands: [],
    items: [],
    openOrders: [],
    openCount: 0,
  })
  expect((await read('120.03')).lastOrder).toBeUndefined()
  expect((await shop.admin.get('/api/Account/GetAccountPage', { id: 'none' })).status).toBe(404)
})
