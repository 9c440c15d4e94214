import { beforeAll, describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { type Quantities, type Wholesaler, wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'orders')

beforeAll(async () => {
  const place = async (currAccCode: string, qty: number, more: object = {}) => {
    await shop.place({ lines: { 'A1 S': qty }, currAccCode, ...more }, shop.admin)
  }
  await place('120.01', 1)
  await place('120.02', 3, { orderType: 'Season' })
  await place('120.03', 2, { salesPersonCode: 'P2' })
  await shop.update(`accounts set description = 'İNCİ Işık Mağazası' where code = '120.02'`)
  await shop.update(
    `orders set placed_at = '2026-01-05T10:00:00Z', transferred_at = '2026-01-06T10:00:00Z' where number = 1001`,
  )
})

const list = async (client: Wholesaler['admin'], input: object = {}) => {
  const { items } = await dataOf(client.post('/api/Shop/GetOrders', input))
  return items.map((row: { orderNumber: string }) => row.orderNumber) as string[]
}

describe('the order list', () => {
  test('shows all to the office, their customers’ to agents, their own to dealers', async () => {
    expect(await list(shop.admin)).toEqual(['1003', '1002', '1001'])
    expect(await list(shop.agent)).toEqual(['1002', '1001'])
    expect(await list(shop.dealer)).toEqual(['1001'])
  })

  test('has the columns of the contract', async () => {
    const { body } = await shop.dealer.post('/api/Shop/GetOrders', {})
    expect(body.data.total).toBe(1)
    expect(body.data.items[0]).toMatchObject({
      orderNumber: '1001',
      orderType: 'Rpt',
      customer: 'Dealer 120.01',
      orderDate: '2026-01-05T10:00:00.000Z',
      qty: 1,
      amount: 100,
      currency: 'TRY',
      salesPerson: 'Pelin Agent',
      state: 'placed',
      transfer: true,
      transferedDate: '2026-01-06T10:00:00.000Z',
    })
  })

  test('is searched by number, code and name, with Turkish case rules', async () => {
    expect(await list(shop.admin, { text: '1003' })).toEqual(['1003'])
    expect(await list(shop.admin, { text: '120.01' })).toEqual(['1001'])
    for (const text of ['inci', 'İNCİ', 'ışık', 'IŞIK', 'mağaza', 'MAĞAZASI']) {
      expect(await list(shop.admin, { text })).toEqual(['1002'])
    }
    expect(await list(shop.admin, { text: '%' })).toEqual([])
    expect(await list(shop.admin, { text: `'; drop table orders; --` })).toEqual([])
  })

  test('is searched by any part of the number', async () => {
    for (const text of ['0', '00', '10', '100', '1']) {
      expect(await list(shop.admin, { text, sort: 'qty' })).toEqual(['1002', '1003', '1001'])
    }
    expect(await list(shop.admin, { text: '003' })).toEqual(['1003'])
    expect(await list(shop.admin, { text: '2', sort: 'orderNumber', order: 'asc' })).toEqual(
      // Customers have the codes 120.01 to 120.03.
      ['1001', '1002', '1003'],
    )
    for (const text of ['01003', '10030', '9', '1'.repeat(100)])
      expect(await list(shop.admin, { text })).toEqual([])
  })

  test('is sorted by agent and by transfer in both directions, untransferred ones last', async () => {
    const sorted = (sort: string, order: string, more: object = {}) =>
      list(shop.admin, { sort, order, ...more })
    expect(await sorted('salesPerson', 'asc')).toEqual(['1001', '1002', '1003'])
    expect(await sorted('salesPerson', 'desc')).toEqual(['1003', '1002', '1001'])
    expect(await sorted('salesPerson', 'asc', { page: 2, limit: 2 })).toEqual(['1003'])
    expect(await sorted('salesPerson', 'desc', { orderType: 'Season' })).toEqual(['1002'])
    expect(await sorted('transferedDate', 'asc')).toEqual(['1001', '1002', '1003'])
    expect(await sorted('transferedDate', 'desc')).toEqual(['1001', '1003', '1002'])
    expect(await sorted('transferedDate', 'desc', { page: 2, limit: 2 })).toEqual(['1002'])
    expect(await sorted('transferedDate', 'desc', { transfer: false })).toEqual(['1003', '1002'])
    expect(await sorted('transferedDate', 'asc', { text: '120.' })).toEqual(['1001', '1002', '1003'])
  })

  test('is filtered and sorted', async () => {
    expect(await list(shop.admin, { orderType: 'Season' })).toEqual(['1002'])
    expect(await list(shop.admin, { transfer: true })).toEqual(['1001'])
    expect(await list(shop.admin, { transfer: false })).toEqual(['1003', '1002'])
    expect(await list(shop.admin, { agent: 'P2' })).toEqual(['1003'])
    expect(await list(shop.admin, { customer: '120.02' })).toEqual(['1002'])
    expect(await list(shop.admin, { state: 'cancelled' })).toEqual([])
    const january = { dateFrom: '2026-01-05T00:00:00.000Z', dateTo: '2026-01-06T00:00:00.000Z' }
    expect(await list(shop.admin, january)).toEqual(['1001'])
    expect(await list(shop.admin, { sort: 'qty', order: 'desc' })).toEqual(['1002', '1003', '1001'])
    expect(await list(shop.admin, { sort: 'amount', order: 'asc' })).toEqual(['1001', '1003', '1002'])
    expect(await list(shop.admin, { sort: 'customer', order: 'asc' })).toEqual(['1001', '1003', '1002'])
  })

  test('is paged', async () => {
    const { body } = await shop.admin.post('/api/Shop/GetOrders', { page: 2, limit: 2 })
    expect(body.data.total).toBe(3)
    expect(body.data.items.map((row: { orderNumber: string }) => row.orderNumber)).toEqual(['1001'])
    expect((await shop.admin.post('/api/Shop/GetOrders', { limit: 201 })).status).toBe(400)
  })
})

test('amounts are compared within their currency', async () => {
  const trader = await wholesaler(app, 'currencies')
  const small = { colorCode: '01', itemDim1Code: 'S', currencyCB: 'USD' }
  await trader.load([
    { itemCode: 'A2', priceCB: '30', ...small },
    { itemCode: 'B1', priceCB: '20', ...small },
  ])
  const place = async (lines: Quantities, more: object = {}) => {
    const body = trader.orderBody({ lines, ...more })
    for (const line of body.lines) if (line.unitPrice !== 100) line.priceCurrencyCode = 'USD'
    const answer = await trader.dealer.post('/api/Shop/PostShopCart', body)
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return { guidKey: body.guidKey, id: answer.body.orderId as string }
  }
  await place({ 'A1 S': 1 })
  await place({ 'A2 S': [5, 30] })
  const { guidKey } = await place({ 'A1 S': 3 })
  const { id } = await place({ 'A1 S': 1, 'B1 S': [1, 20] })
  const byAmount = (order: string) => list(trader.admin, { sort: 'amount', order })
  expect(await byAmount('asc')).toEqual(['1001', '1004', '1003', '1002'])
  expect(await byAmount('desc')).toEqual(['1002', '1003', '1004', '1001'])
  await place({ 'A2 S': [1, 30] }, { guidKey, version: 1 })
  expect(await byAmount('asc')).toEqual(['1001', '1004', '1003', '1002'])
  expect(await byAmount('desc')).toEqual(['1002', '1003', '1004', '1001'])
  const split = await trader.admin.post('/api/Shop/SplitOrder', { id, version: 1 })
  expect(split.status).toBe(200)
  expect(await byAmount('asc')).toEqual(['1001', '1004', '1005', '1003', '1002'])
})

describe('a shop with many customers and guests', () => {
  let market: Wholesaler
  const change = (text: string, ...values: unknown[]) => market.query(text, ...values)
  beforeAll(async () => {
    market = await wholesaler(app, 'market')
    for (const currAccCode of ['120.01', '120.02', '120.03'])
      await market.place({ currAccCode }, market.admin)
    // More than are looked up.
    await change(`
      insert into accounts (tenant_id, id, code, description, currency_code, price_group, updated_at)
      select $1, gen_random_uuid(), 'M' || n, 'Çok Mağaza ' || n, a.currency_code, a.price_group, a.updated_at
      from accounts a, generate_series(1, 101) n where a.tenant_id = $1 and a.code = '120.01'`)
    await change(`update accounts set description = 'Az Mağaza' where tenant_id = $1 and code <> '120.03'
      and code like '120.%'`)
  })

  test('is searched for words of many customers', async () => {
    for (const sort of [
      'orderDate',
      'orderNumber',
      'customer',
      'salesPerson',
      'qty',
      'amount',
      'transferedDate',
    ]) {
      expect(await list(market.admin, { text: 'mağaza', sort, order: 'asc' })).toEqual(['1001', '1002'])
    }
    expect(await list(market.admin, { text: 'MAĞAZA', state: 'cancelled' })).toEqual([])
    expect(await list(market.agent, { text: 'mağaza', order: 'asc' })).toEqual(['1001', '1002'])
    expect(await list(market.dealer, { text: 'mağaza' })).toEqual(['1001'])
  })

  test('is searched for the name of a guest', async () => {
    await change(`update orders set placed_by = null, guest = '{"name": "Işıl ÇİÇEK"}'
      where tenant_id = $1 and number = 1003`)
    expect(await list(market.admin, { text: 'ışıl çiçek' })).toEqual(['1003'])
    expect(await list(market.agent, { text: 'çiçek' })).toEqual(
      (await list(market.agent)).filter((number) => number === '1003'),
    )
    await change(`update accounts set description = 'Çiçek' || code where tenant_id = $1 and code like 'M%'`)
    expect(await list(market.admin, { text: 'çiçek' })).toEqual(['1003'])
  })

  test('finds the brand of an order with more brands than an index takes', async () => {
    const { data } = (await market.admin.get('/api/Shop/GetProductChoices')).body
    const brands = data.brands.map(({ brandId }: { brandId: string }) => brandId)
    const byBrand = async (brandId: string, more: object = {}) => list(market.admin, { brandId, ...more })
    const before = await Promise.all(brands.map((brandId: string) => byBrand(brandId)))
    expect(before.filter((numbers) => numbers.length > 0)).toEqual([['1003', '1002', '1001']])
    const other = brands[before.findIndex((numbers) => numbers.length === 0)]
    await change(
      `update orders set brand_ids = brand_ids || array(select gen_random_uuid() from generate_series(1, 30)) || $2::uuid
       where tenant_id = $1 and number = 1002`,
      other,
    )
    for (const sort of ['orderDate', 'orderNumber', 'qty'])
      expect(await byBrand(other, { sort })).toEqual(['1002'])
  })
})

test('rows have the first products and brands where that is asked for', async () => {
  await shop.place({ lines: { 'A1 S': 1, 'A1 M': 1, 'B1 S': 2 } })
  const rows = async (input: object) => (await shop.dealer.post('/api/Shop/GetOrders', input)).body.data.items
  const [plain] = await rows({})
  expect(plain.pictures).toBeUndefined()
  const [row] = await rows({ withPictures: true })
  expect(row.pictures.map(({ itemCode }: { itemCode: string }) => itemCode)).toEqual(['A1', 'B1'])
  expect(row.brands).toEqual([{ brandName: 'Ayla' }, { brandName: 'Bora' }])
})
