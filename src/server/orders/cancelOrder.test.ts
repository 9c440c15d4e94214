import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { linkErp } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  await linkErp(app, shop.tenantId)
  await shop.update(`accounts set email = 'account@example.com'`)
  await shop.update(`users set email = 'dealer@example.com' where username = 'dealer'`)
})

const cancel = (id: string, client = shop.admin) => client.get('/api/Shop/DeleteOrder', { id })
const restore = (id: string, client = shop.admin) => client.get('/api/Shop/RestoreOrder', { id })

/** Five A1 S and one lot of A2. */
const placed = (change: object = {}) => shop.place({ lines: { 'A1 S': 5, 'A2 L4': 1 }, ...change })
const stock = () => Promise.all(['A1 S', 'A2 L4'].map(shop.inventory))
const read = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderById', { id })).body.data
type Mail = { recipient: string; kind: string; state: string; language: string; wait: number }
const mails = () =>
  shop.query<Mail>(`select recipient, kind, state, language, extract(epoch from next_attempt_at - created_at)::int as wait
             from order_mails where tenant_id = $1 order by kind, recipient`)

describe('a cancelled order', () => {
  test('returns its stock once, even if cancelled repeatedly', async () => {
    const order = await placed()
    expect(await stock()).toEqual([15, 19])
    const before = await shop.catalogueVersion()
    const answers = await Promise.all([cancel(order.id), cancel(order.id, shop.agent), cancel(order.id)])
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { success: true }]),
    )
    expect(await stock()).toEqual([20, 20])
    expect(await shop.catalogueVersion()).toBe(before + 1)
    expect(await read(order.id)).toMatchObject({ state: 'cancelled', version: 2, qty: 6 })
    const changes = await shop.query<{ user_name: string }>(
      `select user_name from changes where tenant_id = $1 and subject_id = $2 and action = 'cancelled'`,
      order.id,
    )
    expect(changes).toHaveLength(1)
  })

  test('is cancelled in the version that was seen, and once', async () => {
    const order = await placed()
    const cancelSeen = (version: number) =>
      shop.admin.get('/api/Shop/DeleteOrder', { id: order.id, version: String(version) })
    expect(await cancelSeen(2)).toMatchObject(refusal(409, 'record.changed'))
    expect(await read(order.id)).toMatchObject({ state: 'placed', version: 1 })
    // An answer that was lost is asked for again.
    for (const version of [1, 1]) expect((await cancelSeen(version)).status).toBe(200)
    expect(await read(order.id)).toMatchObject({ state: 'cancelled', version: 2 })
    expect(await stock()).toEqual([20, 20])
  })

  test('of the season changes neither stock nor catalogue version', async () => {
    const order = await placed({ orderType: 'Season' })
    const before = await shop.catalogueVersion()
    expect((await cancel(order.id)).status).toBe(200)
    expect(await stock()).toEqual([20, 20])
    expect(await shop.catalogueVersion()).toBe(before)
  })

  test('is mailed with a delay to those who know of it, in their language', async () => {
    const order = await placed()
    expect((await cancel(order.id, shop.admin.as({ langCode: 'ru' }))).status).toBe(200)
    const cancellationMails = (await mails()).filter(({ kind }) => kind === 'cancelled')
    expect(
      cancellationMails.map(({ recipient, state, language, wait }) => [recipient, state, language, wait]),
    ).toEqual([
      ['account@example.com', 'pending', 'tr', 15],
      ['dealer@example.com', 'pending', 'tr', 15],
    ])
  })

  test('can be neither amended nor transferred, and leaves the ERP queue', async () => {
    const order = await placed()
    await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
    expect(await read(order.id)).toMatchObject({ isWaiting: true })
    await cancel(order.id)
    expect(await read(order.id)).toMatchObject({ isWaiting: false })
    expect(await shop.admin.post('/api/Shop/PostShopCart', { ...order.body, version: 2 })).toMatchObject(
      refusal(409, 'order.cancelled'),
    )
    const { body } = await shop.admin.post('/api/Shop/TransferOrders', { ids: [order.id] })
    expect(body.data.orders).toEqual([{ id: order.id, outcome: 'cancelled' }])
    await restore(order.id)
    expect(await read(order.id)).toMatchObject({ state: 'placed', isWaiting: true })
  })

  test('cannot be a transferred one', async () => {
    const order = await placed()
    await shop.update('orders set transferred_at = placed_at')
    expect(await cancel(order.id)).toMatchObject(refusal(409, 'order.transferred'))
    expect(await stock()).toEqual([15, 19])
  })

  test('must be of the agent’s customers', async () => {
    const ofOther = { lines: { 'A1 M': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' }
    const other = await shop.place(ofOther, shop.admin)
    expect((await cancel(other.id, shop.agent)).status).toBe(404)
    const order = await placed()
    expect((await cancel(order.id, shop.agent)).status).toBe(200)
  })

  test('and concurrently amended is one of both, without losing stock', async () => {
    const order = await placed()
    const lines = order.body.lines.map((line) => ({ ...line, qty: line.qty + 1 }))
    const [gone, amended] = await Promise.all([
      cancel(order.id),
      shop.agent.post('/api/Shop/PostShopCart', { ...order.body, lines, version: 1 }),
    ])
    expect(gone.status).toBe(200)
    expect([200, 409]).toContain(amended.status)
    expect(await stock()).toEqual([20, 20])
  })
})

describe('a restored order', () => {
  test('takes its stock again; unsent mails are dropped', async () => {
    const order = await placed()
    await shop.update(`order_mails set state = 'sent', attempts = 1`)
    await cancel(order.id)
    const answers = await Promise.all([restore(order.id), restore(order.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await stock()).toEqual([15, 19])
    expect(await read(order.id)).toMatchObject({ state: 'placed', version: 3 })
    expect((await mails()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'cancelled dead',
      'cancelled dead',
      'placed sent',
      'placed sent',
    ])
  })

  test('is mailed to those who heard of the cancellation', async () => {
    const order = await placed()
    await shop.update(`order_mails set state = 'sent', attempts = 1`)
    await cancel(order.id)
    await shop.update(
      `order_mails set state = 'sent', attempts = 1 where kind = 'cancelled' and recipient = 'dealer@example.com'`,
    )
    await restore(order.id)
    const restorationMails = (await mails()).filter(({ kind }) => kind === 'restored')
    expect(restorationMails.map(({ recipient }) => recipient)).toEqual(['dealer@example.com'])
  })

  test('is refused if its stock is gone, with what is left', async () => {
    const order = await placed()
    await cancel(order.id)
    await shop.update('variants set inventory = 3 where id = $2', shop.id('A1 S'))
    const answer = await restore(order.id)
    expect([answer.status, answer.body.code]).toEqual([409, 'order.inventoryNotSufficient'])
    expect(answer.body.lines).toEqual([{ productId: shop.id('A1 S'), inventory: 3 }])
    expect(await stock()).toEqual([3, 20])
    expect(await read(order.id)).toMatchObject({ state: 'cancelled', version: 2 })
  })

  test('is refused for a blocked customer', async () => {
    const order = await placed()
    await cancel(order.id)
    await shop.update('accounts set is_blocked = true')
    expect(await restore(order.id)).toMatchObject(refusal(409, 'order.accountBlocked'))
  })
})
