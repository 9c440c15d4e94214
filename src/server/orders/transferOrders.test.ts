import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusal } from '#test/app.ts'
import { linkErp, wholesaler } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  await linkErp(app, shop.tenantId)
})

async function placed(change: object = {}): Promise<string> {
  return (await shop.place({ ...change }, shop.admin)).id
}
const others = { currAccCode: '120.03', salesPersonCode: 'P2' }
const transfer = async (ids: string[], client = shop.admin) => {
  return (await dataOf(client.post('/api/Shop/TransferOrders', { ids }))).orders.map(
    ({ outcome }: { outcome: string }) => outcome,
  )
}
const queue = () =>
  shop.query<{ id: string; state: string; username: string }>(
    `select t.order_id as id, t.state, u.username from order_transfers t
     join users u on u.tenant_id = $1 and u.id = t.requested_by where t.tenant_id = $1 order by t.order_id`,
  )

test('queues orders once, and reports which cannot be transferred', async () => {
  const [first, second, gone, sent, foreign] = [
    await placed(),
    await placed(),
    await placed(),
    await placed(),
    await placed(others),
  ]
  await shop.admin.get('/api/Shop/DeleteOrder', { id: gone })
  await shop.update('orders set transferred_at = placed_at where id = $2', sent)
  expect(await transfer([first])).toEqual(['queued'])
  const all = [second, first, gone, sent, foreign, randomUUIDv7(), second]
  expect(await transfer(all, shop.agent)).toEqual([
    'queued',
    'waiting',
    'cancelled',
    'transferred',
    'notFound',
    'notFound',
  ])
  expect(await queue()).toEqual([
    { id: first, state: 'pending', username: 'admin' },
    { id: second, state: 'pending', username: 'agent' },
  ])
  const recorded = await shop.query<{ by: string }>(
    `select user_name as by from changes where tenant_id = $1 and action = 'transferRequested' order by subject_name`,
  )
  expect(recorded.map(({ by }) => by)).toEqual(['admin', 'agent'])
})

test('concurrent requests queue them once', async () => {
  const ids = [await placed(), await placed(), await placed()]
  const outcomes = await Promise.all([transfer(ids), transfer(ids.toReversed(), shop.agent), transfer(ids)])
  expect(outcomes.flat().filter((outcome) => outcome === 'queued')).toHaveLength(3)
  expect(await queue()).toHaveLength(3)
})

test('a waiting order can be amended, and is found as waiting', async () => {
  const { id: orderId, body } = await shop.place()
  await placed()
  await transfer([orderId])
  const amended = { ...body, version: 1, lines: body.lines.map((one) => ({ ...one, qty: 2 })) }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', amended)).status).toBe(200)
  const list = async (filter: object) => {
    const answer = await shop.admin.post('/api/Shop/GetOrders', { sort: 'orderNumber', ...filter })
    return answer.body.data.items.map((row: { orderNumber: string; isWaiting: boolean }) => [
      row.orderNumber,
      row.isWaiting,
    ])
  }
  expect(await list({ isWaiting: true })).toEqual([['1001', true]])
  expect(await list({ isWaiting: false })).toEqual([['1002', false]])
  expect(await list({ transfer: false })).toEqual([
    ['1002', false],
    ['1001', true],
  ])
})

test('can be withdrawn while waiting', async () => {
  const [first, second, foreign] = [await placed(), await placed(), await placed(others)]
  await transfer([first, foreign])
  await transfer([second])
  await shop.query(
    `update order_transfers set state = 'sent' where tenant_id = $1 and order_id = $2 returning order_id`,
    second,
  )
  const { body } = await shop.agent.post('/api/Shop/WithdrawTransfers', { ids: [first, second, foreign] })
  expect(body.data).toEqual({ withdrawn: 1 })
  expect((await queue()).map(({ id, state }) => [id, state])).toEqual([
    [second, 'sent'],
    [foreign, 'pending'],
  ])
})

test('is refused without transfers', async () => {
  const id = await placed()
  const plain = await wholesaler(app, 'plain-office', { transferEnabled: false })
  expect(await plain.admin.post('/api/Shop/TransferOrders', { ids: [id] })).toMatchObject(
    refusal(409, 'order.transferOff'),
  )
  expect((await shop.admin.post('/api/Shop/TransferOrders', { ids: [] })).status).toBe(400)
})

describe('without an ERP to send to', () => {
  type Row = { waitsFor?: string; isWaiting: boolean }
  const rows = async (client = shop.admin): Promise<Row[]> =>
    (await client.post('/api/Shop/GetOrders', {})).body.data.items
  const file = async () => {
    const asked = { columns: ['transfer'], format: 'csv' }
    return String((await shop.admin.as({ langCode: 'en' }).post('/api/Shop/ExportOrders', asked)).body)
  }

  test('nothing is queued, and the office is told where to connect one', async () => {
    await shop.query('delete from erp_links where tenant_id = $1')
    const id = await placed()
    const answer = await shop.admin.as({ langCode: 'en' }).post('/api/Shop/TransferOrders', { ids: [id] })
    expect([answer.status, answer.body.code]).toEqual([409, 'erp.notLinked'])
    expect(answer.body.Message).toContain('“ERP transfer” page')
    expect(await queue()).toEqual([])
    expect(await rows()).toMatchObject([{ isWaiting: false }])
    expect(
      await shop.query(`select from changes where tenant_id = $1 and action = 'transferRequested'`),
    ).toEqual([])
  })

  test('waiting orders are shown as waiting for one', async () => {
    const id = await placed()
    expect(await transfer([id])).toEqual(['queued'])
    const [usual] = await rows()
    expect([usual?.isWaiting, usual?.waitsFor]).toEqual([true, undefined])
    await shop.query('delete from erp_links where tenant_id = $1')
    expect(await rows()).toMatchObject([{ isWaiting: true, waitsFor: 'link' }])
    expect(await file()).toContain('No ERP connected')
    // The transfer state is for the office only.
    expect((await rows(shop.dealer))[0]).not.toHaveProperty('waitsFor')
    const { body } = await shop.agent.get('/api/Erp/GetOrderTransfer', { id })
    expect(body.data.transfer).toMatchObject({ state: 'pending', waitsFor: 'link' })
    expect(await shop.admin.post('/api/Erp/Retry', { ids: [id] })).toMatchObject(
      refusal(409, 'erp.notLinked'),
    )
  })

  test.each([
    ['is paused', 'resume', 'update erp_links set is_paused = true where tenant_id = $1'],
    [
      'cannot be reached',
      'answer',
      `update erp_states set failing_since = now(), error_class = 'down' where tenant_id = $1`,
    ],
  ])('that %s orders wait, and both sender and list are told', async (_why, waitsFor, change) => {
    await shop.query(change)
    const id = await placed()
    const answer = await shop.admin.post('/api/Shop/TransferOrders', { ids: [id] })
    expect(answer.body.data).toEqual({ orders: [{ id, outcome: 'queued' }], waitsFor })
    expect(await rows()).toMatchObject([{ isWaiting: true, waitsFor }])
  })
})
