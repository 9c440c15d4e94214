import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/clock.ts'
import { dataOf, refusal } from '#test/app.ts'
import { tellBalance, tellDocument } from '#test/balances.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app, { transferEnabled: true })

const creditOf = async (currAccCode?: string, client = shop.dealer) =>
  (await dataOf(client.get('/api/Shop/GetCredit', currAccCode ? { currAccCode } : {}))).credit
const limit = (amount: number | null, code = '120.01') =>
  shop.update('accounts set credit_limit = $2 where code = $3', amount, code)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const today = dayOf(new Date(), 'Europe/Istanbul')

describe('credit', () => {
  test('is the limit less balance and open orders', async () => {
    expect(await creditOf()).toEqual({
      currencyCode: 'TRY',
      balance: 0,
      openOrders: 0,
      overdue: 0,
      whenOverdue: 'warn',
      paymentTerms: '',
      missing: [],
      rates: [],
    })
    await limit(1000)
    await tellBalance(shop, '120.01', { balance: 400.5, asOf: minutesAgo(60) })
    const { guidKey } = await shop.place({ lines: { 'A1 S': 2, 'B1 M': 1 } })
    const asOf = expect.any(String)
    expect(await creditOf()).toMatchObject({
      limit: 1000,
      balance: 400.5,
      openOrders: 300,
      available: 299.5,
      asOf,
    })
    // As if it were not there, while it is changed.
    const { credit } = await dataOf(shop.dealer.get('/api/Shop/GetCredit', { guidKey }))
    expect(credit).toMatchObject({ openOrders: 0, available: 599.5 })
  })

  test('no longer counts an order that the ERP had when it told the balance', async () => {
    await limit(1000)
    await shop.place()
    await shop.place({ lines: { 'A1 S': 3 } })
    await shop.update(`orders set transferred_at = $2`, minutesAgo(30))
    expect(await creditOf()).toMatchObject({ openOrders: 0, available: 1000 })
    await tellBalance(shop, '120.01', { balance: 0, asOf: minutesAgo(40) })
    expect(await creditOf()).toMatchObject({ openOrders: 400, available: 600 })
    await tellBalance(shop, '120.01', { balance: 400, asOf: minutesAgo(20) })
    expect(await creditOf()).toMatchObject({ openOrders: 0, available: 600 })
    await shop.update(`orders set transferred_at = null where number = (select min(number) from orders)`)
    expect(await creditOf()).toMatchObject({ openOrders: 100, available: 500 })
    await shop.update(`orders set state = 'cancelled'`)
    expect(await creditOf()).toMatchObject({ openOrders: 0, available: 600 })
    await tellBalance(shop, '120.01', { balance: 400, openOrders: 250, asOf: minutesAgo(20) })
    expect(await creditOf()).toMatchObject({ openOrders: 250, available: 350 })
  })

  test('counts orders since the balance where none are transferred', async () => {
    await shop.update('tenant_settings set transfer_enabled = false')
    await shop.place()
    await tellBalance(shop, '120.01', { balance: 0, asOf: minutesAgo(60) })
    await limit(1000)
    await shop.update('orders set placed_at = $2', minutesAgo(90))
    await shop.place({ lines: { 'A1 S': 2 } })
    await shop.update('tenant_versions set settings = settings + 1')
    await expect.poll(() => creditOf()).toMatchObject({ openOrders: 200, available: 800 })
  })

  test('counts an order that waits, or was accepted since the balance, where none are transferred', async () => {
    const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
    await shop.admin.post('/api/Account/UpdateTenantSettings', { ...data, transferEnabled: false })
    await limit(100)
    const { id } = await shop.place({ lines: { 'A1 S': 1, 'B1 S': 1 } })
    await tellBalance(shop, '120.01', { balance: 0 })
    expect(await creditOf()).toMatchObject({ openOrders: 200, available: -100 })
    expect((await shop.admin.post('/api/Shop/AcceptHeldOrder', { id, version: 1 })).status).toBe(200)
    expect(await creditOf()).toMatchObject({ openOrders: 200 })
    expect((await shop.admin.post('/api/Shop/SplitOrder', { id, version: 2 })).status).toBe(200)
    expect(await creditOf()).toMatchObject({ openOrders: 200 })
    await tellBalance(shop, '120.01', { balance: 200 })
    expect(await creditOf()).toMatchObject({ openOrders: 0, available: -100 })
  })

  test('is in the account’s currency, by the office’s rates', async () => {
    await limit(10_000)
    await tellBalance(shop, '120.01', { balance: 1000 })
    await tellBalance(shop, '120.01', { balance: 100, currencyCode: 'EUR' })
    await tellBalance(shop, '120.01', { balance: 7, currencyCode: 'GBP' })
    expect(await creditOf()).toMatchObject({ balance: 1000, available: 9000, missing: ['EUR', 'GBP'] })
    const saved = await shop.admin.post('/api/Shop/SaveRates', {
      currency: 'TRY',
      rates: [{ currency: 'EUR', rate: 48.5 }],
    })
    expect(saved.status).toBe(200)
    expect(await creditOf()).toMatchObject({ balance: 5850, available: 4150, missing: ['GBP'] })
    await shop.update(`accounts set currency_code = 'EUR' where code = '120.01'`)
    // 1,000 TRY are 20.62 EUR.
    expect((await creditOf()).rates).toContainEqual({ currency: 'TRY', rate: expect.closeTo(0.020_619, 6) })
    expect(await creditOf()).toMatchObject({ currencyCode: 'EUR', balance: 120.62, missing: ['GBP'] })
  })

  test('has what is overdue from the ERP, else from its documents', async () => {
    const due = (days: number) => addDays(today, days)
    await tellBalance(shop, '120.01', { balance: 900 })
    await tellDocument(shop, '120.01', { key: '1', dueOn: due(-1), amount: 300, openAmount: 120 })
    await tellDocument(shop, '120.01', { key: '2', dueOn: due(0), amount: 400, openAmount: 400 })
    await tellDocument(shop, '120.01', { key: '3', dueOn: due(-9), amount: 400, openAmount: 0 })
    expect(await creditOf()).toMatchObject({ balance: 900, overdue: 120 })
    await tellBalance(shop, '120.01', { balance: 900, overdue: 0 })
    expect(await creditOf()).toMatchObject({ overdue: 0 })
    await tellBalance(shop, '120.01', { balance: 900, overdue: 55.25 })
    expect(await creditOf()).toMatchObject({ overdue: 55.25 })
  })

  test('is shown to the dealer, their agent and the office only', async () => {
    for (const client of [shop.agent, shop.admin]) expect(await creditOf('120.02', client)).toBeDefined()
    for (const [client, code] of [
      [shop.dealer, '120.02'],
      [shop.agent, '120.03'],
      [shop.admin, 'none'],
    ] as const)
      expect(await client.get('/api/Shop/GetCredit', { currAccCode: code })).toMatchObject(
        refusal(404, 'notFound'),
      )
    expect(await creditOf(undefined, shop.admin)).toBeUndefined()
  })
})

describe('terms of payment', () => {
  const at = '/api/Account/'
  const read = () => dataOf(shop.admin.get(`${at}GetCustomerById`, { id: '120.01' }))

  test('are changed by the office and recorded; a caller who does not know them keeps them', async () => {
    const terms = { paymentTerms: '90 gün çek', creditLimit: 25_000, whenOverdue: 'hold' }
    const before = await read()
    expect((await shop.admin.post(`${at}UpdateCustomer`, { ...before, ...terms })).status).toBe(200)
    const { paymentTerms: _terms, creditLimit: _limit, whenOverdue: _action, ...unaware } = await read()
    expect((await shop.admin.post(`${at}UpdateCustomer`, unaware)).status).toBe(200)
    expect(await read()).toMatchObject(terms)
    expect((await shop.admin.post(`${at}UpdateCustomer`, { ...before, creditLimit: -1 })).status).toBe(400)
    const [change] = await changesOf(app, shop, 'customer')
    expect(change?.after).toEqual(terms)
  })

  test('are in the customer list and its file, an amount per currency', async () => {
    await limit(5000)
    await tellBalance(shop, '120.01', { balance: 1200.5 })
    await tellBalance(shop, '120.01', { balance: 90, overdue: 40, currencyCode: 'EUR' })
    await tellDocument(shop, '120.02', { key: '1', dueOn: '2026-01-31', amount: 70, openAmount: 70 })
    const search = { sort: 'currAccCode' }
    const [first, second, third] = (await dataOf(shop.admin.post(`${at}GetCustomerList`, search))).items
    expect(first).toMatchObject({
      creditLimit: 5000,
      balances: [
        { currency: 'EUR', amount: 90 },
        { currency: 'TRY', amount: 1200.5 },
      ],
      overdue: [{ currency: 'EUR', amount: 40 }],
    })
    expect(second).toMatchObject({
      creditLimit: null,
      balances: [],
      overdue: [{ currency: 'TRY', amount: 70 }],
    })
    expect(third).toMatchObject({ balances: [], overdue: [] })
    const columns = ['currAccCode', 'creditLimit', 'balance', 'overdue']
    const english = shop.admin.as({ langCode: 'en' })
    const file = await english.post(`${at}ExportCustomers`, { ...search, columns, format: 'csv' })
    expect(file.body.toString().replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      'Customer code,Credit limit,Balance EUR,Balance TRY,Overdue EUR,Overdue TRY',
      '120.01,5000.00,90.00,1200.50,40.00,',
      '120.02,,,,,70.00',
      '120.03,,,,,',
    ])
  })
})
