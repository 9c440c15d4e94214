import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PlacedOrder } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
let orderId: string
let body: PlacedOrder['body']

beforeEach(async () => {
  const placed = await shop.place({ lines: { 'A1 S': 3 } })
  body = placed.body
  orderId = placed.id
})

const add = (text: string, client = shop.agent, id = randomUUIDv7()) =>
  client.post('/api/Shop/AddOrderNote', { id, orderId, text })
const notes = async (client = shop.admin) =>
  (await client.get('/api/Shop/GetOrderNotes', { id: orderId })).body.data
const history = async (client = shop.admin) =>
  (await client.get('/api/Shop/GetOrderHistory', { id: orderId })).body.data

test('the customer’s contact data are shown to staff only', async () => {
  await shop.update(
    `accounts set phone = '+90 212', address = 'Ordu Cad. 118', city = 'Fatih', country = '' where code = '120.01'`,
  )
  const read = async (client = shop.admin) =>
    (await client.get('/api/Shop/GetOrderById', { id: orderId })).body.data
  const { contact } = await read()
  expect(contact).toMatchObject({ phone: '+90 212', address: 'Ordu Cad. 118, Fatih', branchAddress: '' })
  const account = await shop.admin.get('/api/Account/GetCustomerById', { id: contact.accountId })
  expect(account.body.data.currAccCode).toBe('120.01')
  expect((await read(shop.agent)).contact).toEqual(contact)
  expect((await read(shop.dealer)).contact).toBeUndefined()
})

describe('office notes', () => {
  test('are listed newest first, with author and time; repeating one adds none', async () => {
    const id = randomUUIDv7()
    expect((await add(' Kargo bekliyor\r\nCuma ', shop.agent, id)).status).toBe(200)
    expect((await add('Kargo bekliyor', shop.agent, id)).status).toBe(200)
    expect((await add('Ödeme geldi', shop.admin)).status).toBe(200)
    const seen = await notes(shop.agent)
    expect(seen).toMatchObject([
      { text: 'Ödeme geldi', author: 'admin Test', mayDelete: false },
      { id, text: 'Kargo bekliyor\nCuma', author: 'agent Test', mayDelete: true },
    ])
    expect(Date.parse(seen[0].writtenAt)).toBeGreaterThan(Date.now() - 60_000)
    expect((await notes(shop.admin)).every(({ mayDelete }: { mayDelete: boolean }) => mayDelete)).toBe(true)
  })

  test('are never shown to the dealer', async () => {
    await add('Gizli not')
    const seen = [
      await shop.dealer.get('/api/Shop/GetOrderById', { id: orderId }),
      await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey }),
      await shop.dealer.post('/api/Shop/GetOrders', {}),
      await shop.dealer.post('/api/Shop/GetOrderNews', { since: { version: 0, lastNumber: 0 } }),
    ]
    expect(JSON.stringify(seen.map((answer) => answer.body))).not.toContain('Gizli')
  })

  test('are deleted and restored by their author or an admin', async () => {
    const [mine, theirs] = [randomUUIDv7(), randomUUIDv7()]
    await add('benim', shop.agent, mine)
    await add('onun', shop.admin, theirs)
    const remove = (id: string, client = shop.agent) => client.get('/api/Shop/DeleteOrderNote', { id })
    expect((await remove(theirs)).status).toBe(404)
    expect((await remove(mine)).status).toBe(200)
    expect((await remove(mine)).status).toBe(404)
    expect((await remove(theirs, shop.admin)).status).toBe(200)
    expect(await notes()).toEqual([])
    expect((await shop.agent.get('/api/Shop/RestoreOrderNote', { id: mine })).status).toBe(200)
    expect((await notes()).map(({ text }: { text: string }) => text)).toEqual(['benim'])
    const actions = (await history()).map(({ action }: { action: string }) => action)
    expect(actions).toEqual([
      'noteRestored',
      'noteDeleted',
      'noteDeleted',
      'noteAdded',
      'noteAdded',
      'placed',
    ])
  })

  test('must have text, up to a limit', async () => {
    for (const text of ['', ' \n ', 'x'.repeat(2001)]) expect((await add(text)).status).toBe(400)
    expect((await add('x'.repeat(2000))).status).toBe(200)
  })
})

test('the history shows who did what and when, with changed lines', async () => {
  const lines = [{ ...body.lines[0], qty: 5 }]
  await shop.agent.post('/api/Shop/PostShopCart', { ...body, lines, description: 'Salı', version: 1 })
  await shop.admin.get('/api/Shop/DeleteOrder', { id: orderId })
  const seen = await history()
  expect(
    seen.map(({ action, userName }: { action: string; userName: string }) => `${action} ${userName}`),
  ).toEqual(['cancelled admin', 'changed agent', 'placed dealer'])
  expect(seen[1]).toMatchObject({
    before: { qty: 3, totals: ['300.00 TRY'], description: '' },
    after: { qty: 5, totals: ['500.00 TRY'], description: 'Salı', lines: ['A1 01 S: 3 → 5'] },
  })
  expect(JSON.stringify(seen)).not.toContain('127.0.0.1')
})

test('the history includes unrecorded dates of the order', async () => {
  await shop.update(`orders set placed_at = '2026-01-05T10:00:00Z', transferred_at = '2026-01-06T10:00:00Z'`)
  const seen = await history(shop.agent)
  expect(seen.map(({ action }: { action: string }) => action).toSorted()).toEqual(['placed', 'transferred'])
  expect(seen).toContainEqual(
    expect.objectContaining({ action: 'transferred', at: '2026-01-06T10:00:00.000Z', userName: '' }),
  )
})

test('agents see neither notes nor history of another agent’s order', async () => {
  const other = { lines: { 'A1 M': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' }
  orderId = (await shop.place(other, shop.admin)).id
  const note = randomUUIDv7()
  expect((await add('admin notu', shop.admin, note)).status).toBe(200)
  expect((await add('x')).status).toBe(404)
  for (const path of ['GetOrderNotes', 'GetOrderHistory']) {
    expect((await shop.agent.get(`/api/Shop/${path}`, { id: orderId })).status).toBe(404)
  }
  expect((await shop.agent.get('/api/Shop/DeleteOrderNote', { id: note })).status).toBe(404)
})
