import { beforeEach, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { linkErp } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  await linkErp(app, shop.tenantId)
})

const split = (id: string, version = 1, client = shop.admin) =>
  client.post('/api/Shop/SplitOrder', { id, version })
const read = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderById', { id })).body.data

/** Bora, Ayla, Bora: two B1 S, three A1 S, a lot of B2. */
async function placed(change: object = {}) {
  const lines = { 'B1 S': 2, 'A1 S': 3, 'B2 L4': 1 }
  return {
    ...(await shop.place({ lines, description: 'Cuma', ...change })),
    ids: Object.keys(lines).map(shop.id),
  }
}

test('splits an order of two brands, keeping prices and stock', async () => {
  const order = await placed()
  const whole = await read(order.id)
  const stock = () => Promise.all(order.ids.map((id) => shop.inventory(id)))
  const before = await stock()
  const { status, body } = await split(order.id)
  expect(status).toBe(200)
  const [kept, part] = body.data.orders
  expect(body.data.orders).toEqual([
    { orderId: order.id, orderNumber: '1001', brandName: 'Bora' },
    { orderId: expect.any(String), orderNumber: '1002', brandName: 'Ayla' },
  ])
  const [first, second] = [await read(kept.orderId), await read(part.orderId)]
  const same = ['orderType', 'state', 'orderDate', 'currAccCode', 'salesPersonCode', 'description'] as const
  for (const name of same) expect([first[name], second[name]]).toEqual([whole[name], whole[name]])
  expect(first).toMatchObject({
    qty: 3,
    version: 2,
    totals: [{ currency: 'TRY', amount: 580 }],
    splitInto: [{ orderId: part.orderId, orderNumber: '1002' }],
  })
  expect(second).toMatchObject({
    qty: 3,
    version: 1,
    totals: [{ currency: 'TRY', amount: 300 }],
    splitFrom: { orderId: order.id, orderNumber: '1001' },
    splitInto: [],
  })
  expect(second.guidKey).not.toBe(first.guidKey)
  // A cart of the whole order that another browser still holds is compared with that.
  const asPlaced = whole.lines.map(({ productId, qty }: (typeof whole)['lines'][number]) => ({
    productId,
    qty,
  }))
  expect(new Set(first.placedLines)).toEqual(new Set(asPlaced))
  expect(second).not.toHaveProperty('placedLines')
  const lineOf = (line: { productId: string; qty: number; unitPrice: number }) => [
    line.productId,
    line.qty,
    line.unitPrice,
  ]
  expect(first.lines.map(lineOf)).toEqual([
    [order.ids[0], 2, 100],
    [order.ids[2], 1, 380],
  ])
  expect(second.lines.map(lineOf)).toEqual([[order.ids[1], 3, 100]])
  expect(await stock()).toEqual(before)
  // Each part can be amended, and counts separately.
  const lines = [{ productId: order.ids[1], qty: 1, unitPrice: 100, priceCurrencyCode: 'TRY' }]
  const amended = { ...order.body, guidKey: second.guidKey, version: 1, lines }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', amended)).status).toBe(200)
  expect((await stock())[1]).toBe((before[1] ?? 0) + 2)
  expect((await shop.place({ lines: { 'A1 M': 1 } })).number).toBe('1003')
})

test('the parts are found by brand, and refer to the original', async () => {
  const order = await placed()
  const part = (await split(order.id)).body.data.orders[1]
  const brands = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data.brands
  const numbers = async (name: string) => {
    const { brandId } = brands.find((brand: { brandName: string }) => brand.brandName === name)
    const { body } = await shop.admin.post('/api/Shop/GetOrders', { brandId })
    return body.data.items.map((row: { orderNumber: string }) => row.orderNumber)
  }
  expect([await numbers('Ayla'), await numbers('Bora')]).toEqual([['1002'], ['1001']])
  const history = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderHistory', { id })).body.data
  expect((await history(order.id))[0]).toMatchObject({
    action: 'split',
    userName: 'admin',
    before: { qty: 6, totals: ['880.00 TRY'], brands: ['Bora', 'Ayla'] },
    after: { qty: 3, totals: ['580.00 TRY'], brands: ['Bora'], splitInto: ['1002 Ayla'] },
  })
  expect(await history(part.orderId)).toMatchObject([
    { action: 'split', after: { splitFrom: '1001', qty: 3, totals: ['300.00 TRY'], brands: ['Ayla'] } },
  ])
})

test('the parts of an order waiting for the ERP wait too', async () => {
  const order = await placed()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
  const part = (await split(order.id)).body.data.orders[1]
  expect([(await read(order.id)).isWaiting, (await read(part.orderId)).isWaiting]).toEqual([true, true])
})

type Waiting = { number: string; state: string; heldBecause: string; requestedAt: Date }
const transfers = () =>
  shop.query<Waiting>(`
    select o.number::text, q.state, q.held_because as "heldBecause", q.requested_at as "requestedAt"
    from order_transfers q join orders o on o.tenant_id = $1 and o.id = q.order_id
    where q.tenant_id = $1 order by o.number`)

test('all parts of a rejected order are sent again, after those waiting', async () => {
  const order = await placed()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
  await shop.update(
    `order_transfers set state = 'dead', requested_at = '2026-01-02', next_attempt_at = 'infinity', error_class = 'rejected', error = 'no such brand'`,
  )
  expect((await split(order.id)).status).toBe(200)
  const [kept, part] = await transfers()
  expect(kept).toMatchObject({ number: '1001', state: 'pending' })
  expect(part).toEqual({ ...kept, number: '1002' })
  expect(kept?.requestedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-03'))
  const due = await shop.query(
    `select from order_transfers where tenant_id = $1 and next_attempt_at <= now()`,
  )
  expect(due).toHaveLength(2)
})

test('the parts of a held order are held', async () => {
  const order = await placed()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
  await shop.admin.post('/api/Erp/Hold', { ids: [order.id] })
  expect((await split(order.id)).status).toBe(200)
  expect(await transfers()).toMatchObject([
    { number: '1001', state: 'held', heldBecause: 'office' },
    { number: '1002', state: 'held', heldBecause: 'office' },
  ])
})

test('the parts of an unqueued order are not queued', async () => {
  const order = await placed()
  expect((await split(order.id)).status).toBe(200)
  expect(await transfers()).toEqual([])
})

test('an uncertain order cannot be split', async () => {
  const order = await placed()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
  await shop.update(`order_transfers set state = 'dead', may_exist = true`)
  expect((await split(order.id)).body).toMatchObject({ code: 'order.transferring' })
  expect(await transfers()).toMatchObject([{ state: 'dead' }])
})

test('cancelling a part is mailed to those who know of the whole', async () => {
  await shop.update(`accounts set email = 'account@example.com'`)
  const order = await placed()
  const part = (await split(order.id)).body.data.orders[1]
  await shop.admin.get('/api/Shop/DeleteOrder', { id: part.orderId })
  const mails = await shop.query<{ recipient: string }>(
    `select recipient from order_mails where tenant_id = $1 and order_id = $2 and kind = 'cancelled'`,
    part.orderId,
  )
  expect(mails).toEqual([{ recipient: 'account@example.com' }])
})

test('an order that waits for the office says so, and is not cancelled', async () => {
  await shop.update(`accounts set credit_limit = 1 where code = '120.01'`)
  const { id, body } = await shop.place({ lines: { 'A1 S': 1, 'B1 S': 1 } })
  const waiting = await shop.admin.post('/api/Shop/SplitOrder', { id, version: 1 })
  expect(waiting).toMatchObject(refusal(409, 'order.held'))
  expect((await shop.admin.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })).body.data.state).toBe(
    'review',
  )
})

test('is refused for one brand, an outdated version, cancelled or transferred orders, and out of reach', async () => {
  const order = await placed()
  const single = await shop.place({ lines: { 'A1 M': 1 } })
  const code = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer
    return `${status} ${body.code}`
  }
  expect(await code(split(single.id))).toBe('409 order.oneBrand')
  expect(await code(split(order.id, 2))).toBe('409 record.changed')
  await shop.query(`update accounts set agent_id = (select id from agents where tenant_id = $1 and code = 'P2')
             where tenant_id = $1`)
  expect(await code(split(order.id, 1, shop.agent))).toBe('404 notFound')
  await shop.update('orders set transferred_at = placed_at')
  expect(await code(split(order.id))).toBe('409 order.transferred')
  await shop.update('orders set transferred_at = null')
  await shop.admin.get('/api/Shop/DeleteOrder', { id: order.id })
  expect(await code(split(order.id, 2))).toBe('409 order.cancelled')
  const rows = await shop.query(`select id from orders where tenant_id = $1`)
  expect(rows).toHaveLength(2)
})

test('two concurrent splits split it once', async () => {
  const order = await placed()
  const answers = await Promise.all([split(order.id), split(order.id, 1, shop.agent)])
  expect(answers.map(({ status }) => status).toSorted((status, other) => status - other)).toEqual([200, 409])
  expect(await shop.query(`select id from orders where tenant_id = $1`)).toHaveLength(2)
})
