import { beforeAll, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { linkErp } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'news')

beforeAll(async () => {
  await linkErp(app, shop.tenantId)
})

type News = {
  version: number
  lastNumber: number
  added: number
  rows: { orderNumber: string }[]
  returned?: { count: number; keepsUntil: string }
}
async function news(since?: Pick<News, 'version' | 'lastNumber'>, client = shop.admin): Promise<News> {
  return dataOf(client.post('/api/Shop/GetOrderNews', since ? { since } : {}))
}
const at = ({ version, lastNumber }: News) => ({ version, lastNumber })
const numbers = ({ rows }: News) => rows.map(({ orderNumber }) => orderNumber)

async function place(change: object = {}): Promise<string> {
  return (await shop.place({ ...change }, shop.admin)).id
}

test('lists placed and changed orders, newest change first, within the user’s reach', async () => {
  const first = await place()
  const start = await news()
  expect(start).toMatchObject({ added: 0, rows: [], lastNumber: 1001 })
  expect(await news(at(start))).toEqual(start)

  await place({ currAccCode: '120.03', salesPersonCode: 'P2' })
  await place()
  await shop.admin.get('/api/Shop/DeleteOrder', { id: first })
  const next = await news(at(start))
  expect(next.added).toBe(2)
  expect(numbers(next)).toEqual(['1001', '1003', '1002'])
  expect(next.rows[0]).toMatchObject({ orderNumber: '1001', state: 'cancelled' })
  expect(await news(at(next))).toMatchObject({ added: 0, rows: [] })
  // 120.03 belongs to another agent.
  const agents = await news(at(start), shop.agent)
  expect([agents.added, numbers(agents)]).toEqual([1, ['1001', '1003']])
  expect(numbers(await news(at(start), shop.dealer))).toEqual(['1001', '1003'])
})

test('includes every change of an order', async () => {
  const { id, body } = await shop.place({ lines: { 'A1 S': 1, 'B1 S': 1 } }, shop.admin)
  const changes = [
    () => shop.admin.post('/api/Shop/PostShopCart', { ...body, description: 'yeni', version: 1 }),
    () => shop.admin.post('/api/Shop/TransferOrders', { ids: [id] }),
    () => shop.admin.post('/api/Shop/WithdrawTransfers', { ids: [id] }),
    () => shop.admin.get('/api/Shop/DeleteOrder', { id }),
    () => shop.admin.get('/api/Shop/RestoreOrder', { id }),
    () => shop.admin.post('/api/Shop/SplitOrder', { id, version: 4 }),
  ]
  for (const change of changes) {
    const before = await news()
    expect((await change()).status).toBe(200)
    expect((await news(at(before))).rows.map((row) => (row as unknown as { id: string }).id)).toContain(id)
  }
})

test('counts the orders that were returned to a customer, for them and their agent', async () => {
  await shop.update(`accounts set credit_limit = 1 where code = '120.01'`)
  const isReturned = async (client = shop.dealer) => (await news(undefined, client)).returned
  const { id, body } = await shop.place({})
  expect(await isReturned()).toBeUndefined()
  const before = await news(undefined, shop.dealer)
  await shop.admin.post('/api/Shop/ReturnHeldOrder', { id, version: 1, note: 'Önce ödeme' })
  const after = await news(at(before), shop.dealer)
  const { hold } = await dataOf(shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey }))
  const returned = { count: 1, keepsUntil: hold.keepsUntil }
  expect(after).toMatchObject({ rows: [{ guidKey: body.guidKey, state: 'returned' }], returned })
  expect(await isReturned(shop.agent)).toEqual(returned)
  // The office waits for the answer itself.
  expect(await isReturned(shop.admin)).toBeUndefined()
  const withdrawal = { guidKey: body.guidKey, version: 2, answer: 'withdraw' }
  expect((await shop.dealer.post('/api/Shop/AnswerReturnedOrder', withdrawal)).status).toBe(200)
  expect([await isReturned(), await isReturned(shop.agent)]).toEqual([undefined, undefined])
  await shop.update(`accounts set credit_limit = null where code = '120.01'`)
})
