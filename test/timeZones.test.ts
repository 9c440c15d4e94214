import { readSheet } from 'read-excel-file/node'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { documentsOf } from '#server/erp/documents.ts'
import { addDays, startOf } from '#shared/clock.ts'
import { dataOf } from './app.ts'
import { tellDocument } from './balances.ts'
import type { Wholesaler } from './factories.ts'
import { textsOf } from './pdfText.ts'
import { upload } from './upload.ts'
import { newShop, useApp } from './useShop.ts'

/*
 * Two tenants in one process: one in Rome, whose clocks are changed twice a year, one in Istanbul, whose are not. The
 * server's clock is set to nights when one has another day than the other.
 */
const app = useApp()
let rome: Wholesaler
let istanbul: Wholesaler

beforeEach(async () => {
  ;[rome, istanbul] = await Promise.all([newShop(app, { timeZone: 'Europe/Rome' }), newShop(app)])
})

/** Half past one of the 15th in Istanbul, half past eleven of the 14th in Rome. */
const betweenMidnights = '2026-01-14T22:30:00.000Z'

/** In the past, where sessions of these tests are valid. */
function setClock(instant: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
  onTestFinished(() => void vi.useRealTimers())
}

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

/** Orders of one A1 S, as the admin, so that the office need not agree. */
async function placeAt(shop: Wholesaler, ...instants: string[]): Promise<void> {
  for (const instant of instants) {
    const { id } = await shop.place({}, shop.admin)
    await shop.update('orders set placed_at = $2 where id = $3', instant, id)
  }
}

describe('a price rule', () => {
  const tenOff = { audience: 'everybody', target: 'all', basis: 'none', effect: 'percent', endsOthers: false }
  const save = ({ admin }: Wholesaler, days: { validFrom?: string; validUntil?: string }) =>
    dataOf(
      admin.post('/api/Price/SavePriceRule', {
        ...tenOff,
        name: 'Sale',
        tiers: [{ from: 0, percents: [10] }],
        ...days,
      }),
    )
  const names = (shop: Wholesaler, state: string) =>
    dataOf(shop.admin.post('/api/Price/GetPriceRules', { state })).then(({ items }) =>
      items.map(({ name }: { name: string }) => name),
    )
  /** What a size costs by the shop's rules and by its price trial, and orders it for that. */
  async function price(shop: Wholesaler): Promise<number> {
    const { rules } = await dataOf(shop.dealer.get('/api/Shop/GetPricing'))
    const unitPrice = rules.length > 0 ? 90 : 100
    const asked = {
      itemCode: 'A1',
      currAccCode: '120.01',
      pieces: 1,
      brandPieces: 0,
      orderAmount: 0,
      code: '',
    }
    const tried = await dataOf(shop.admin.post('/api/Price/TryPrice', asked))
    expect(tried[0].unitPrice).toBe(unitPrice)
    await shop.place({ lines: { 'A1 S': [1, unitPrice] } })
    return unitPrice
  }

  test('from a day on starts at midnight of its tenant', async () => {
    for (const shop of [rome, istanbul]) await save(shop, { validFrom: '2026-01-15' })
    setClock(betweenMidnights)
    expect([await price(rome), await price(istanbul)]).toEqual([100, 90])
    expect([await names(rome, 'coming'), await names(istanbul, 'valid')]).toEqual([['Sale'], ['Sale']])
    setClock(justBefore('2026-01-14T23:00:00.000Z'))
    expect(await price(rome)).toBe(100)
    setClock('2026-01-14T23:00:00.000Z')
    expect(await price(rome)).toBe(90)
  })

  test.each([
    [
      '23 hours long, when clocks go forward',
      '2026-03-29',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      '25 hours long, when they go back',
      '2026-10-25',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
  ])('of one day is valid for all of it: %s', async (_how, day, start, end) => {
    await save(rome, { validFrom: day, validUntil: day })
    const prices: number[] = []
    for (const instant of [justBefore(start), start, justBefore(end), end]) {
      setClock(instant)
      prices.push(await price(rome))
    }
    expect(prices).toEqual([100, 90, 90, 100])
  })
})

describe('orders', () => {
  // The last instant of the 28th in Rome, all of the 29th, which has 23 hours, and the first of the 30th.
  const aroundTheChange = [
    '2026-03-28T22:59:59.999Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
    '2026-03-29T22:00:00.000Z',
  ]

  test('are counted by the days and weeks of their tenant', async () => {
    for (const shop of [rome, istanbul]) await placeAt(shop, ...aroundTheChange)
    const sales = async ({ admin }: Wholesaler, from: string, to: string) => {
      const { parts } = await dataOf(admin.get('/api/Shop/GetSales', { from, to }))
      return parts.map((part: { from: string; orders: number }) => [part.from, part.orders])
    }
    const days = ['2026-03-28', '2026-03-30'] as const
    expect(await sales(rome, ...days)).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ])
    expect(await sales(istanbul, ...days)).toEqual([
      ['2026-03-28', 0],
      ['2026-03-29', 2],
      ['2026-03-30', 2],
    ])
    const weeks = async (shop: Wholesaler) =>
      (await sales(shop, '2026-01-05', '2026-04-05')).filter(([, orders]: [string, number]) => orders > 0)
    expect(await weeks(rome)).toEqual([
      ['2026-03-23', 3],
      ['2026-03-30', 1],
    ])
    expect(await weeks(istanbul)).toEqual([
      ['2026-03-23', 2],
      ['2026-03-30', 2],
    ])
    for (const by of ['customer', 'brand']) {
      const oneDay = { from: '2026-03-28', to: '2026-03-28', by }
      expect((await dataOf(rome.admin.get('/api/Shop/GetSalesBy', oneDay))).total).toBe(1)
      expect((await dataOf(istanbul.admin.get('/api/Shop/GetSalesBy', oneDay))).total).toBe(0)
    }
  })

  test('of today and yesterday are those of the tenant’s days', async () => {
    for (const shop of [rome, istanbul])
      await placeAt(shop, '2026-01-13T22:30:00.000Z', '2026-01-14T12:00:00.000Z', '2026-01-14T21:30:00.000Z')
    setClock(betweenMidnights)
    const shown = async ({ admin }: Wholesaler) => {
      const { day, today, yesterday } = await dataOf(admin.get('/api/Shop/GetDashboard'))
      return [day, today.orders, yesterday.orders]
    }
    expect(await shown(rome)).toEqual(['2026-01-14', 2, 1])
    expect(await shown(istanbul)).toEqual(['2026-01-15', 1, 2])
  })

  test('of a customer are summed up by the tenant’s months', async () => {
    for (const shop of [rome, istanbul]) await placeAt(shop, '2025-12-31T22:30:00.000Z')
    setClock('2026-01-20T12:00:00.000Z')
    const ordered = async ({ admin }: Wholesaler) => {
      const { months } = await dataOf(admin.get('/api/Account/GetAccountPage', { id: '120.01' }))
      return months.slice(-2).map(({ month, orders }: { month: string; orders: number }) => [month, orders])
    }
    expect(await ordered(rome)).toEqual([
      ['2025-12', 1],
      ['2026-01', 0],
    ])
    expect(await ordered(istanbul)).toEqual([
      ['2025-12', 0],
      ['2026-01', 1],
    ])
  })

  test('of a day are listed and exported alike, with the tenant’s times unless others are asked for', async () => {
    await placeAt(rome, ...aroundTheChange)
    const day = '2026-03-29'
    const filter = {
      dateFrom: startOf(day, 'Europe/Rome').toISOString(),
      dateTo: startOf(addDays(day, 1), 'Europe/Rome').toISOString(),
      sort: 'orderDate',
      order: 'asc',
    }
    expect((await dataOf(rome.admin.post('/api/Shop/GetOrders', filter))).total).toBe(2)
    const times = async (more: object = {}) => {
      const asked = { ...filter, columns: ['orderDate'], format: 'csv', ...more }
      const { body } = await rome.admin.as({ langCode: 'en' }).post('/api/Shop/ExportOrders', asked)
      return String(body).replace('\ufeff', '').trim().split('\r\n').slice(1)
    }
    expect(await times()).toEqual(['2026-03-29 00:00', '2026-03-29 23:59'])
    expect(await times({ timeZone: 'UTC' })).toEqual(['2026-03-28 23:00', '2026-03-29 21:59'])
  })

  test('have the tenant’s time in PDF, workbook and mail, marked with its zone, and its day in the ERP', async () => {
    setClock(betweenMidnights)
    for (const [shop, time, zone, date] of [
      [rome, '11:30', 'GMT+1', '2026-01-14'],
      [istanbul, '01:30', 'GMT+3', '2026-01-15'],
    ] as const) {
      await shop.update(`users set email = 'dealer@example.com', language = 'en' where username = 'dealer'`)
      const english = shop.dealer.as({ langCode: 'en' })
      app.mailServer.received.length = 0
      const { id, guidKey } = await shop.place({}, english)
      const marked = new RegExp(
        `January ${Number(date.slice(-2))}, 2026 at ${time}.*${zone.replace('+', '\\+')}`,
      )
      const pdf = textsOf((await english.get('/api/Shop/GetOrderPdf', { guidKey })).body).join('\n')
      expect(pdf).toMatch(marked)
      const rows = await readSheet((await english.get('/api/Shop/GetOrderExcel', { guidKey })).body)
      const [, shown] = rows.find(([name]) => name === `Order date (${zone})`) ?? []
      expect(new Date(String(shown)).toISOString().slice(0, 16)).toBe(
        `${date}T${time === '11:30' ? '23:30' : time}`,
      )
      await expect.poll(() => app.mailServer.received.length).toBeGreaterThan(0)
      expect(app.mailServer.received[0]?.text).toMatch(marked)
      const [document] = await app.database.inTenant(shop.tenantId, 'read', (tx) => documentsOf(tx, id, ''))
      expect(document).toMatchObject({ placedAt: expect.stringMatching(/^2026-01-14T22/), placedDate: date })
    }
  })
})

describe('debts', () => {
  test('are overdue from the tenant’s next day on, in statement, list, credit and documents', async () => {
    for (const shop of [rome, istanbul]) {
      await tellDocument(shop, '120.01', {
        key: 'F1',
        amount: 50,
        openAmount: 50,
        issuedOn: '2026-01-14',
        dueOn: '2026-01-14',
      })
      await tellDocument(shop, '120.01', { key: 'F2', amount: 5, issuedOn: '2026-01-15' })
    }
    setClock(betweenMidnights)
    const shown = async ({ admin, dealer }: Wholesaler) => {
      const { to, currencies } = await dataOf(dealer.get('/api/Account/GetStatement'))
      const { items } = await dataOf(admin.post('/api/Account/GetCustomerList', { search: '120.01' }))
      const { credit } = await dataOf(dealer.get('/api/Shop/GetCredit'))
      const pdf = await dealer.as({ langCode: 'en' }).get('/api/Account/GetStatementPdf')
      const numbers = currencies[0].rows.map(({ number }: { number: string }) => number)
      const isMarked = textsOf(pdf.body).some((text) => text.includes('Overdue'))
      return { to, numbers, listed: items[0].overdue, credit: credit.overdue, isMarked }
    }
    expect(await shown(rome)).toEqual({
      to: '2026-01-14',
      numbers: ['F1'],
      listed: [],
      credit: 0,
      isMarked: false,
    })
    expect(await shown(istanbul)).toEqual({
      to: '2026-01-15',
      numbers: ['F1', 'F2'],
      listed: [{ currency: 'TRY', amount: 50 }],
      credit: 50,
      isMarked: true,
    })
  })

  test.each([
    ['2026-03-29', '2026-03-29T21:59:59.000Z', '2026-03-29T20:59:59.000Z'],
    ['2026-03-29 14:05', '2026-03-29T12:05:00.000Z', '2026-03-29T11:05:00.000Z'],
  ])('told by a file as of %s are as of that time of the tenant', async (when, inRome, inIstanbul) => {
    const asOf = async ({ admin }: Wholesaler) => {
      const file = Buffer.from(`Account code,Balance,As of\n120.01,7,${when}\n`)
      const sent = await upload(admin, '/api/Account/PostBalances', file, 'told.csv', {
        kind: 'balances',
        apply: 'true',
      })
      expect(sent).toMatchObject({ body: { data: { id: expect.any(String) } } })
      return (await dataOf(admin.get('/api/Shop/GetCredit', { currAccCode: '120.01' }))).credit.asOf
    }
    expect([await asOf(rome), await asOf(istanbul)]).toEqual([inRome, inIstanbul])
  })
})
