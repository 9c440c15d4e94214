import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import type { Client } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const today = dayOf(new Date(), 'Europe/Istanbul')

/** Places an order (default: one unit at 120.01) and moves it to a time. */
async function place(item: string, size: string, qty = 1, more: Record<string, unknown> = {}, at?: Date) {
  const { number } = await shop.place({ lines: { [`${item} ${size}`]: qty }, ...more }, shop.admin)
  if (at) await shop.update('orders set placed_at = $3 where number = $2', number, at)
  return number
}

async function ask<Data>(client: Client, path: string, input: Record<string, string> = {}): Promise<Data> {
  const { status, body } = await client.get(path, input)
  expect([status, body.success]).toEqual([200, true])
  return body.data
}

const lira = (amount: number) => [{ currency: 'TRY', amount }]
const none = { orders: 0, qty: 0, totals: [] }

describe('the dashboard', () => {
  const dashboard = (client: Client) =>
    ask<Record<string, { orders: number }>>(client, '/api/Shop/GetDashboard')

  test('compares today with yesterday and the same weekday, in full and until now', async () => {
    const yesterday = addDays(today, -1)
    const weekAgo = addDays(today, -7)
    const beforeMidnight = (day: string) =>
      new Date(startOf(addDays(day, 1), 'Europe/Istanbul').getTime() - 1)
    await place('A1', 'S', 2)
    await place('A1', 'S', 1, {}, startOf(yesterday, 'Europe/Istanbul'))
    await place('A1', 'S', 1, {}, beforeMidnight(yesterday))
    await place('A1', 'S', 3, {}, beforeMidnight(weekAgo))
    await place('A1', 'S', 4, {}, beforeMidnight(addDays(weekAgo, -1)))
    const gone = await place('A1', 'S', 5)
    await shop.update(`orders set state = 'cancelled' where number = $2`, gone)
    const data = await dashboard(shop.admin)
    expect(data).toMatchObject({
      day: today,
      today: { orders: 1, qty: 2, totals: lira(200) },
      yesterday: {
        day: yesterday,
        orders: 2,
        qty: 2,
        totals: lira(200),
        byNow: { orders: 1, qty: 1, totals: lira(100) },
      },
      sameWeekday: { day: weekAgo, orders: 1, qty: 3, totals: lira(300), byNow: none },
    })
  })

  test('counts the customers of today once each, an agent’s only their own', async () => {
    for (const qty of [1, 2]) await place('A1', 'S', qty)
    await place('A1', 'S', 1, { currAccCode: '120.03', salesPersonCode: 'P2' })
    await place('A1', 'S', 1, { currAccCode: '120.02' }, startOf(addDays(today, -1), 'Europe/Istanbul'))
    expect(await dashboard(shop.admin)).toMatchObject({ customersToday: 2 })
    expect(await dashboard(shop.agent)).toMatchObject({ customersToday: 1 })
  })

  test('counts untransferred orders like the list; none without an ERP', async () => {
    const first = await place('A1', 'S')
    await place('A1', 'M', 1, {}, new Date('2025-01-01T00:00:00Z'))
    const cancelled = await place('A2', 'S')
    await place('A2', 'S', 1, { currAccCode: '120.03', salesPersonCode: 'P2' })
    await shop.update('orders set transferred_at = $3 where number = $2', first, new Date())
    await shop.update(`orders set state = 'cancelled' where number = $2`, cancelled)
    for (const [client, expected] of [
      [shop.admin, 2],
      [shop.agent, 1],
      [shop.dealer, 1],
    ] as const) {
      const { body } = await client.post('/api/Shop/GetOrders', { state: 'placed', transfer: false })
      expect(body.data.total).toBe(expected)
      expect((await dashboard(client)).untransferred).toBe(expected)
    }
    await setTenant('transfer_enabled = false')
    expect((await dashboard(shop.admin)).untransferred).toBe(0)
  })

  test('shows what a new company lacks', async () => {
    const full = { agents: true, brands: true, products: true, customers: true, orders: false }
    expect((await dashboard(shop.admin)).has).toEqual(full)
    await place('A1', 'S', 1, { currAccCode: '120.03', salesPersonCode: 'P2' })
    expect((await dashboard(shop.admin)).has).toEqual({ ...full, orders: true })
    // For other agents' customers.
    expect((await dashboard(shop.agent)).has).toEqual(full)
    expect((await dashboard(shop.dealer)).has).toEqual(full)
  })
})

const setTenant = (change: string) => shop.update(`tenant_settings set ${change} where tenant_id = $1`)

describe('low stock', () => {
  type Low = {
    items: { itemCode: string; itemDim1Code: string; inventory: number; sold: number }[]
    total: number
  }
  const low = (client: Client, limit = '10') => ask<Low>(client, '/api/Shop/GetLowStock', { limit })

  test('is stock below thirty days of orders, shortest first', async () => {
    await place('A1', 'S', 11)
    await place('A1', 'M', 10)
    await place('B1', 'L4', 20)
    // Eight of twenty are left, and only two were sold in thirty days.
    await place('A2', 'S', 10, {}, startOf(addDays(today, -30), 'Europe/Istanbul'))
    await place('A2', 'S', 2)
    await place('B1', 'S', 19, { orderType: 'Season' })
    const { items, total } = await low(shop.admin)
    expect(items).toMatchObject([
      { itemCode: 'B1', lotCode: 'L4', itemDim1Code: '', inventory: 0, sold: 20 },
      { itemCode: 'A1', itemDim1Code: 'S', inventory: 9, sold: 11 },
    ])
    expect(total).toBe(2)
    expect(await low(shop.admin, '1')).toMatchObject({ items: [{ itemCode: 'B1' }], total: 2 })
  })

  test('ignores cancelled orders and inactive products', async () => {
    const cancelled = await place('A1', 'S', 15)
    await shop.update(`orders set state = 'cancelled' where number = $2`, cancelled)
    await place('A1', 'M', 15)
    await shop.update(`variants set is_active = false where size = 'M'`)
    await place('A2', 'S', 15)
    await shop.update(`products set is_active = false where item_code = 'A2'`)
    expect(await low(shop.admin)).toEqual({ items: [], total: 0 })
  })

  test('shows agents only their customers’ orders', async () => {
    await place('A1', 'S', 11)
    await place('A1', 'M', 11, { currAccCode: '120.03', salesPersonCode: 'P2' })
    expect((await low(shop.admin)).total).toBe(2)
    expect((await low(shop.agent)).items).toMatchObject([{ itemDim1Code: 'S', sold: 11 }])
  })
})

describe('customers gone quiet', () => {
  type Quiet = { since: string; items: Record<string, unknown>[]; total: number }
  const quiet = (client: Client, days = '14') => ask<Quiet>(client, '/api/Shop/GetQuietCustomers', { days })
  const ordersOf = async (currAccCode: string, ...daysAgo: number[]) => {
    for (const ago of daysAgo)
      await place(
        'A1',
        'S',
        1,
        { currAccCode, orderType: 'Season' },
        startOf(addDays(today, -ago), 'Europe/Istanbul'),
      )
  }

  test('ordered on three days in a year, and not for twice the usual interval', async () => {
    // Every ten days, once twice a day; then not for forty.
    await ordersOf('120.01', 60, 50, 50, 40)
    // Every hundred days; then not for a hundred and fifty.
    await ordersOf('120.02', 350, 250, 150)
    await ordersOf('120.03', 40, 30)
    const found = await quiet(shop.admin)
    expect(found).toEqual({
      since: addDays(today, -364),
      items: [
        {
          currAccCode: '120.01',
          currAccDescription: 'Dealer 120.01',
          salesPerson: 'Pelin Agent',
          lastDay: addDays(today, -40),
          days: 40,
          usualDays: 10,
          orders: 4,
        },
      ],
      total: 1,
    })
    const { body } = await shop.admin.post('/api/Shop/GetOrders', {
      customer: '120.01',
      state: 'placed',
      dateFrom: startOf(found.since, 'Europe/Istanbul').toISOString(),
    })
    expect(body.data.total).toBe(4)
    expect((await quiet(shop.admin, '40')).total).toBe(1)
    expect((await quiet(shop.admin, '41')).total).toBe(0)
  })

  test('are found within a year, and after twice the usual interval', async () => {
    await ordersOf('120.01', 365, 60, 50)
    await ordersOf('120.02', 59, 39, 19)
    expect((await quiet(shop.admin)).total).toBe(0)
    await ordersOf('120.01', 364)
    await shop.query(`update orders set placed_at = placed_at - interval '21 days' from accounts a
                 where orders.tenant_id = $1 and a.tenant_id = $1 and a.id = orders.account_id and a.code = '120.02'`)
    expect((await quiet(shop.admin)).items).toMatchObject([
      { currAccCode: '120.02', days: 40, usualDays: 20 },
    ])
  })

  test('are within the user’s reach and may order', async () => {
    await ordersOf('120.01', 60, 50, 40)
    await ordersOf('120.03', 60, 50, 40)
    expect((await quiet(shop.admin)).total).toBe(2)
    expect((await quiet(shop.agent)).items).toMatchObject([{ currAccCode: '120.01' }])
    await shop.update(`accounts set is_blocked = true where code = '120.01'`)
    expect((await quiet(shop.admin)).items).toMatchObject([{ currAccCode: '120.03' }])
  })
})
