import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { spanOf } from './counted.ts'

const app = useApp()
const shop = shopPerFile(app, 'sales')
const rival = shopPerFile(app, 'rival')

/** Days in Istanbul. */
const range = { from: '2026-03-10', to: '2026-03-12' }

/** Returns the number of an order placed by the admin; at an instant, if one is given. */
async function place(change: Parameters<typeof shop.place>[0], instant?: string): Promise<string> {
  const { number } = await shop.place(change, shop.admin)
  if (instant) await shop.update('orders set placed_at = $3 where number = $2', number, instant)
  return number
}

beforeAll(async () => {
  await shop.query(`update prices set currency_code = 'EUR', amount_minor = 1250 from variants v, products p
    where prices.tenant_id = $1 and v.tenant_id = $1 and p.tenant_id = $1 and v.id = prices.variant_id
      and p.id = v.product_id and p.item_code = 'B2' and price_group = 'CB'`)
  // Just before and exactly at the start of the 10th.
  await place({ lines: { 'A1 S': 2 } }, '2026-03-09T20:59:59.999Z')
  const several = { guidKey: randomUUIDv7(), lines: { 'A1 S': 5, 'A1 L4': 3 } }
  await place(several, '2026-03-09T21:00:00Z')
  // Amended: one of A1 instead of five, and euros.
  const amended = shop.orderBody({ ...several, version: 1, lines: { 'A1 S': 1, 'A1 L4': 3 } })
  const inEuros = { productId: shop.id('B2 S'), qty: 2, unitPrice: 12.5, priceCurrencyCode: 'EUR' }
  const answer = await shop.admin.post('/api/Shop/PostShopCart', {
    ...amended,
    lines: [...amended.lines, inEuros],
  })
  if (answer.status !== 200) throw new Error('The amendment was refused')
  const cancelled = await place({ lines: { 'A2 S': 4 }, currAccCode: '120.02' }, '2026-03-10T12:00:00Z')
  await shop.update(`orders set state = 'cancelled' where number = $2`, cancelled)
  const ofOther = { currAccCode: '120.03', salesPersonCode: 'P2', orderType: 'Season' }
  await place({ lines: { 'B1 S': 1 }, ...ofOther }, '2026-03-11T10:00:00Z')
  // A customer of Polat's, ordered by Pelin at the very end of the 12th.
  await place({ lines: { 'A1 M': 1 }, currAccCode: '120.03' }, '2026-03-12T20:59:59.999Z')
  await place({ lines: { 'A2 S': 1 }, currAccCode: '120.02' }, '2026-03-12T21:00:00Z')
})

async function ask<Data>(client: Client, path: string, input: Record<string, string> = {}): Promise<Data> {
  const { status, body } = await client.get(path, { ...range, ...input })
  expect([status, body.success]).toEqual([200, true])
  return body.data
}

const lira = (amount: number) => ({ currency: 'TRY', amount })
const euro = (amount: number) => ({ currency: 'EUR', amount })
const none = { orders: 0, qty: 0, totals: [] }

type Sums = { orders: number; qty: number; totals: { currency: string; amount: number }[] }

/** The order list's rows under the same filters, summed up. */
async function listed(
  client: Client,
  days: { from: string; to: string },
  filter: object = {},
): Promise<Sums> {
  const { from, until } = spanOf(days, 'Europe/Istanbul')
  const { body } = await client.post('/api/Shop/GetOrders', {
    dateFrom: from.toISOString(),
    dateTo: until.toISOString(),
    state: 'placed',
    limit: 200,
    ...filter,
  })
  const rows: { qty: number; totals: { currency: string; amount: number }[] }[] = body.data.items
  const totals = new Map<string, number>()
  for (const { currency, amount } of rows.flatMap((row) => row.totals))
    totals.set(currency, (totals.get(currency) ?? 0) + amount)
  return {
    orders: body.data.total,
    qty: rows.reduce((sum, row) => sum + row.qty, 0),
    totals: [...totals]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([currency, amount]) => ({ currency, amount })),
  }
}

describe('the orders of a range', () => {
  test('count placed orders by Istanbul days, per currency', async () => {
    expect(await ask(shop.admin, '/api/Shop/GetSales')).toEqual({
      step: 'day',
      parts: [
        { from: '2026-03-10', to: '2026-03-10', orders: 1, qty: 6, totals: [euro(25), lira(1240)] },
        { from: '2026-03-11', to: '2026-03-11', orders: 1, qty: 1, totals: [lira(100)] },
        { from: '2026-03-12', to: '2026-03-12', orders: 1, qty: 1, totals: [lira(100)] },
      ],
      all: { orders: 3, qty: 8, totals: [euro(25), lira(1440)] },
    })
  })

  test('are limited to the user’s reach', async () => {
    const own = { orders: 1, qty: 6, totals: [euro(25), lira(1240)] }
    for (const client of [shop.agent, shop.dealer]) {
      const { all, parts } = await ask<{ all: Sums; parts: Sums[] }>(client, '/api/Shop/GetSales')
      expect(all).toEqual(own)
      expect(parts.map(({ orders }) => orders)).toEqual([1, 0, 0])
    }
    expect(await ask(rival.admin, '/api/Shop/GetSales')).toMatchObject({ all: none })
  })

  test('are grouped by week or month in long ranges, end to end', async () => {
    const weeks = await ask<{ step: string; parts: { from: string; to: string; orders: number }[] }>(
      shop.admin,
      '/api/Shop/GetSales',
      { from: '2026-02-25', to: '2026-05-12' },
    )
    expect(weeks.step).toBe('week')
    expect(weeks.parts.slice(0, 3)).toMatchObject([
      { from: '2026-02-25', to: '2026-03-01', orders: 0 },
      { from: '2026-03-02', to: '2026-03-08', orders: 0 },
      { from: '2026-03-09', to: '2026-03-15', orders: 5 },
    ])
    expect(weeks.parts.at(-1)).toMatchObject({ from: '2026-05-11', to: '2026-05-12' })
    const months = await ask<typeof weeks>(shop.admin, '/api/Shop/GetSales', {
      from: '2025-01-15',
      to: '2026-03-31',
    })
    expect(months.step).toBe('month')
    expect(months.parts).toHaveLength(15)
    expect(months.parts[0]).toMatchObject({ from: '2025-01-15', to: '2025-01-31', orders: 0 })
    expect(months.parts.at(-1)).toMatchObject({ from: '2026-03-01', to: '2026-03-31', orders: 5 })
  })

  test.each([
    { from: '2026-03-12', to: '2026-03-10' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '1999-12-31', to: '2000-01-01' },
    { from: 'today', to: 'today' },
  ])('are not asked for by %o', async (odd) => {
    expect((await shop.admin.get('/api/Shop/GetSales', odd)).status).toBe(400)
  })
})

describe('by', () => {
  const by = (client: Client, side: string, more: Record<string, string> = {}) =>
    ask<{ items: (Sums & { code: string; name: string })[]; total: number }>(client, '/api/Shop/GetSalesBy', {
      by: side,
      ...more,
    })

  test('brand: its lines; an order with two brands counts for both', async () => {
    const { items, total } = await by(shop.admin, 'brand')
    expect(items).toMatchObject([
      { name: 'Ayla', orders: 2, qty: 5, totals: [lira(1340)] },
      { name: 'Bora', orders: 2, qty: 3, totals: [euro(25), lira(100)] },
    ])
    expect(total).toBe(2)
  })

  test('brand: highest converted amount first', async () => {
    const names = async () => (await by(shop.admin, 'brand')).items.map(({ name }) => name)
    const enter = async (rate: number | null) => {
      const body = { currency: 'TRY', rates: [{ currency: 'EUR', rate }] }
      expect((await shop.admin.post('/api/Shop/SaveRates', body)).status).toBe(200)
    }
    // 25 euros and 100 liras equal 1340 liras at 49.60.
    for (const [rate, first] of [
      [49.59, 'Ayla'],
      [49.61, 'Bora'],
    ] as const) {
      await enter(rate)
      expect((await names())[0]).toBe(first)
    }
    await enter(null)
    expect((await names())[0]).toBe('Ayla')
  })

  test('agent: the credited one, not the customer’s', async () => {
    expect(await by(shop.admin, 'agent')).toEqual({
      items: [
        { code: 'P1', name: 'Pelin Agent', orders: 2, qty: 7, totals: [euro(25), lira(1340)] },
        { code: 'P2', name: 'Polat Agent', orders: 1, qty: 1, totals: [lira(100)] },
      ],
      total: 2,
    })
  })

  test('customer: limited, with the total count', async () => {
    expect(await by(shop.admin, 'customer', { limit: '1' })).toEqual({
      items: [{ code: '120.01', name: 'Dealer 120.01', orders: 1, qty: 6, totals: [euro(25), lira(1240)] }],
      total: 2,
    })
  })

  test('all: limited to the user’s reach', async () => {
    for (const client of [shop.agent, shop.dealer]) {
      expect((await by(client, 'customer')).items.map(({ code }) => code)).toEqual(['120.01'])
      expect((await by(client, 'agent')).items).toMatchObject([{ code: 'P1', orders: 1 }])
      expect((await by(client, 'brand')).items).toMatchObject([
        { name: 'Ayla', orders: 1, totals: [lira(1240)] },
        { name: 'Bora', orders: 1, totals: [euro(25)] },
      ])
    }
    expect(await by(rival.admin, 'customer')).toEqual({ items: [], total: 0 })
  })

  test('all: match the order list under the same filters', async () => {
    for (const client of [shop.admin, shop.agent, shop.dealer]) {
      for (const [side, filter] of [
        ['agent', 'agent'],
        ['customer', 'customer'],
      ] as const) {
        const { items } = await by(client, side)
        expect(items.length).toBeGreaterThan(0)
        for (const { code, orders, qty, totals } of items)
          expect({ orders, qty, totals }).toEqual(await listed(client, range, { [filter]: code }))
      }
      const brands = await by(client, 'brand')
      for (const { code, orders } of brands.items)
        expect(orders).toBe((await listed(client, range, { brandId: code })).orders)
      const sales = await ask<{ all: Sums; parts: (Sums & { from: string; to: string })[] }>(
        client,
        '/api/Shop/GetSales',
      )
      expect(sales.all).toEqual(await listed(client, range))
      for (const { from, to, ...sums } of sales.parts)
        expect(sums).toEqual(await listed(client, { from, to }))
    }
  })
})

describe('best sellers', () => {
  const best = (client: Client, limit = '10') =>
    ask<{ items: Record<string, unknown>[]; total: number }>(client, '/api/Shop/GetBestSellers', { limit })

  test('are sorted by pieces; a lot counts its contents', async () => {
    const { items, total } = await best(shop.admin)
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { itemCode: 'A1', brandName: 'Ayla', orders: 2, qty: 5, pieces: 14, totals: [lira(1340)] },
      { itemCode: 'B2', brandName: 'Bora', orders: 1, qty: 2, pieces: 2, totals: [euro(25)] },
      { itemCode: 'B1', brandName: 'Bora', orders: 1, qty: 1, pieces: 1, totals: [lira(100)] },
    ])
    const first = await best(shop.admin, '1')
    expect([first.items.length, first.total]).toEqual([1, 3])
  })

  test('are limited to the user’s reach', async () => {
    for (const client of [shop.agent, shop.dealer])
      expect((await best(client)).items).toMatchObject([
        { itemCode: 'A1', orders: 1, qty: 4, pieces: 13 },
        { itemCode: 'B2', orders: 1, qty: 2, pieces: 2 },
      ])
    expect(await best(rival.admin)).toEqual({ items: [], total: 0 })
  })
})
