import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Client, refusal } from '#test/app.ts'
import { textsOf } from '#test/pdfText.ts'
import { shopPerFile, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app, { authRequired: false })
const closed = shopPerFile(app, 'closed', { authRequired: false })

const guest = { name: 'Ayşe Kaya', phone: '+90 532 000 00 00', email: 'ayse@example.com' }

// A tenant per test, because guest orders are rate-limited.
beforeEach(async () => {
  const stored = (await shop.admin.get('/api/Account/GetTenantSettings')).body.data
  const open = { ...stored, orderAuthRequired: false, guestAccountCode: '120.02' }
  const { status } = await shop.admin.post('/api/Account/UpdateTenantSettings', open)
  if (status !== 200) throw new Error(`The settings were refused with ${status}`)
})

test('guest orders are rate-limited per address, also those that are refused; signed-in users are not', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await post(shop.visitor, { ...body('A1', 1), lines: [] })).status)
    statuses.push((await post(shop.visitor, body('A1', 1))).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => [400, 200]).flat(), 429, 429])
  expect((await post(shop.dealer, shop.orderBody({ lines: { 'A1 M': 1 } }))).status).toBe(200)
})

/** A guest's input: no account, no agent. */
function body(item: string, qty: number, more: object = {}) {
  const {
    currAccCode: _account,
    salesPersonCode: _agent,
    ...sent
  } = shop.orderBody({ lines: { [`${item} S`]: qty } })
  return { ...sent, guest, ...more }
}
const post = (client: Client, input: object) => client.post('/api/Shop/PostShopCart', input)

test('a guest orders at the shown prices under the office’s account, without its excluded brands', async () => {
  const before = await shop.inventory('B1 S')
  const sent = body('B1', 2)
  const placed = await post(shop.visitor, sent)
  expect(placed.status).toBe(200)
  expect(await shop.inventory('B1 S')).toBe(before - 2)
  const { data } = (await shop.agent.get('/api/Shop/GetShopHomeCart', { guidKey: sent.guidKey })).body
  expect(data).toMatchObject({ currAccCode: '120.02', salesPersonCode: 'P1', guest, qty: 2 })
  const rows = (await shop.admin.post('/api/Shop/GetOrders', { text: 'AYŞE' })).body.data.items
  expect(rows).toMatchObject([
    { orderNumber: placed.body.orderNumber, customer: expect.stringContaining('Ayşe Kaya') },
  ])
  // Repeating it is the same order; other content is reported.
  expect((await post(shop.visitor, sent)).body).toEqual(placed.body)
  const other = await post(shop.visitor, { ...sent, guest: { ...guest, phone: '1' } })
  expect(other.body.code).toBe('order.alreadyPlaced')
})

test('what the office changes in a guest’s held order need not be accepted by the guest, who cannot', async () => {
  await shop.update(`accounts set credit_limit = 100 where code = '120.02'`)
  const sent = body('A1', 2)
  const { orderId: id, hold } = (await post(shop.visitor, sent)).body
  expect(hold).toEqual([{ kind: 'limit' }])
  const offer = shop.orderBody({ lines: { 'A1 S': 1 } })
  const changed = { ...offer, currAccCode: '120.02', guidKey: sent.guidKey, version: 1 }
  expect((await post(shop.admin, changed)).status).toBe(200)
  expect((await shop.admin.post('/api/Shop/AcceptHeldOrder', { id, version: 2 })).status).toBe(200)
  const { data } = (await shop.admin.get('/api/Shop/GetOrderById', { id })).body
  expect(data).toMatchObject({ state: 'placed', qty: 1 })
})

test('guests are not told how far the account of their orders is past its limit, whoever amends the order', async () => {
  await shop.update(`accounts set credit_limit = 100 where code = '120.02'`)
  const sent = body('A1', 2)
  await post(shop.visitor, sent)
  const more = { ...shop.orderBody({ lines: { 'A1 S': 3 } }), currAccCode: '120.02', guidKey: sent.guidKey }
  const amended = await post(shop.agent, { ...more, version: 1 })
  expect([amended.status, amended.body.hold]).toEqual([200, [{ kind: 'limit' }]])
  const { data } = (await shop.visitor.get('/api/Shop/GetShopHomeCart', { guidKey: sent.guidKey })).body
  expect(data.hold.reasons).toEqual([{ kind: 'limit' }])
})

test('a key gives access to a guest order, but not to a signed-in user’s', async () => {
  const sent = body('A1', 1)
  await post(shop.visitor, sent)
  const read = (guidKey: string) => shop.visitor.get('/api/Shop/GetShopHomeCart', { guidKey })
  await shop.update(`accounts set phone = '+90 212 777' where code = '120.02'`)
  const { data } = (await read(sent.guidKey)).body
  expect(data.guest).toEqual(guest)
  // Guests do not see the account's contact data.
  expect(data.contact).toBeUndefined()
  const pdf = await shop.visitor.get('/api/Shop/GetOrderPdf', { guidKey: sent.guidKey })
  expect(pdf.status).toBe(200)
  expect(textsOf(pdf.body).join()).toContain(guest.name)
  expect(textsOf(pdf.body).join()).not.toContain('+90 212 777')
  const dealers = shop.orderBody({ lines: { 'A2 S': 1 } })
  expect((await post(shop.dealer, dealers)).status).toBe(200)
  expect((await read(dealers.guidKey)).status).toBe(404)
  expect((await shop.visitor.get('/api/Shop/GetOrderPdf', { guidKey: dealers.guidKey })).status).toBe(404)
  // A guest can neither use a dealer's key nor amend.
  expect((await post(shop.visitor, { ...body('A2', 1), guidKey: dealers.guidKey })).status).toBe(404)
  expect((await post(shop.visitor, { ...sent, version: 1 })).status).toBe(401)
  // After a lost answer and a sign-in, it is not ordered twice.
  const again = shop.orderBody({ lines: { 'A2 S': 1 }, guidKey: sent.guidKey })
  expect(await post(shop.dealer, again)).toMatchObject(refusal(409, 'order.alreadyPlaced'))
  // Out of reach for another customer's dealer.
  expect((await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: sent.guidKey })).status).toBe(404)
})

test('a guest must identify themselves; forged prices and missing stock are refused', async () => {
  const sent = body('A1', 1)
  const { guest: _guest, ...nameless } = sent
  expect(Object.keys((await post(shop.visitor, nameless)).body.fields)).toEqual(['guest'])
  const phoneless = await post(shop.visitor, { ...sent, guest: { ...guest, phone: ' ' } })
  expect(Object.keys(phoneless.body.fields)).toEqual(['guest.phone'])
  const [line] = sent.lines
  expect((await post(shop.visitor, { ...sent, lines: [{ ...line, unitPrice: 1 }] })).body.code).toBe(
    'order.priceChanged',
  )
})

test('without guest orders, ordering requires a sign-in', async () => {
  expect(await post(closed.visitor, { ...body('A1', 1), guidKey: randomUUIDv7() })).toMatchObject(
    refusal(401, 'session.required'),
  )
})

test('the change record names the guest, and all parties are mailed', async () => {
  const sent = body('A1', 1, { guest: { ...guest, name: 'Record Guest' } })
  await post(shop.visitor, sent)
  const [change] =
    (await shop.admin.post('/api/Account/GetChanges', { search: 'Record Guest' })).body.data?.items ?? []
  expect(change ?? {}).toMatchObject({ action: 'placed' })
  const mails = await shop.query<{ recipient: string }>(
    `select m.recipient from order_mails m join orders o on o.tenant_id = $1 and o.id = m.order_id
             where m.tenant_id = $1 and o.guid_key = $2`,
    sent.guidKey,
  )
  expect(mails.map(({ recipient }) => recipient)).toContain('ayse@example.com')
})

test('a guest is mailed when the office amends their order', async () => {
  const sent = body('A1', 1)
  await post(shop.visitor, sent)
  const { guest: _guest, ...bare } = sent
  const lines = sent.lines.map((line) => ({ ...line, qty: 2 }))
  const amended = { ...bare, lines, currAccCode: '120.02', salesPersonCode: 'P1', version: 1 }
  expect((await post(shop.admin, amended)).status).toBe(200)
  const kinds = await shop.query<{ kind: string }>(
    `select kind from order_mails where tenant_id = $1 and recipient = $2 order by order_version`,
    guest.email,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(['placed', 'amended'])
})

test('the rules of the office’s account for guests are theirs', async () => {
  const rule = { name: 'Guests', audience: 'account', currAccCode: '120.02', target: 'all', basis: 'none' }
  const tenth = { effect: 'percent', tiers: [{ from: 0, percents: [10] }], endsOthers: false }
  await shop.admin.post('/api/Price/SavePriceRule', { ...rule, ...tenth })
  expect((await shop.visitor.get('/api/Shop/GetPricing')).body.data.rules).toMatchObject([{ name: 'Guests' }])
  const sent = body('A1', 1)
  const lines = sent.lines.map((line) => ({ ...line, unitPrice: 90 }))
  const tooLow = lines.map((line) => ({ ...line, unitPrice: 89 }))
  expect((await post(shop.visitor, { ...sent, lines: tooLow })).body.code).toBe('order.priceChanged')
  expect((await post(shop.visitor, { ...sent, lines })).status).toBe(200)
  const more = lines.map((line) => ({ ...line, qty: 2 }))
  const amended = {
    ...sent,
    guest: undefined,
    currAccCode: '120.02',
    salesPersonCode: 'P1',
    lines: more,
    version: 1,
  }
  expect(await post(shop.agent, amended)).toMatchObject({ status: 200 })
})
