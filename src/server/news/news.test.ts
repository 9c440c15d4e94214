import { createECDH, randomBytes, randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { type Client, dataOf, refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { newsJob } from './newsJob.ts'

const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  app.mailServer.received.length = 0
  await shop.update('users set email = username || $2', '@example.com')
})

type Row = { kind: string; isRead: boolean } & Record<string, unknown>
const newsOf = async (client: Client): Promise<Row[]> => dataOf(client.get('/api/Account/GetNews'))
const kinds = async (client: Client) => (await newsOf(client)).map(({ kind }) => kind)
const unread = async (client: Client): Promise<number> =>
  (await dataOf(client.post('/api/Shop/GetOrderNews', {}))).unread

/** Those of orders, with their PDF, may still come in. */
const mails = () => app.mailServer.received.filter(({ attachments }) => attachments.length === 0)

/** One run of the job, as if this much time had passed. */
async function runJob({ laterMs = 0, publicUrl }: { laterMs?: number; publicUrl?: string } = {}) {
  const { database, tenants, mailer, secrets } = app
  const run = newsJob(
    { database, tenants, mailer, secrets, publicUrl },
    { say: () => {}, now: () => new Date(Date.now() + laterMs) },
  )
  const { signal } = new AbortController()
  return run({ tenantId: shop.tenantId, signal, attempt: 1, hold: async () => {} })
}

describe('of an order', () => {
  test('the customer and the agent are told what the office does, in its latest form', async () => {
    await shop.update(`accounts set credit_limit = 1 where code = '120.01'`)
    const { id, number } = await shop.place({})
    expect(await newsOf(shop.dealer)).toEqual([])
    await shop.admin.post('/api/Shop/ReturnHeldOrder', { id, version: 1, note: 'Önce ödeme' })
    for (const client of [shop.dealer, shop.agent]) {
      const [news, ...others] = await newsOf(client)
      expect(others).toEqual([])
      const { guidKey } = await dataOf(client.get('/api/Shop/GetOrderById', { id }))
      expect(news).toMatchObject({
        kind: 'orderReturned',
        orderNumber: number,
        guidKey,
        note: 'Önce ödeme',
        isRead: false,
      })
      expect(await unread(client)).toBe(1)
    }
    expect(await newsOf(shop.admin)).toEqual([])
    await shop.admin.get('/api/Shop/DeleteOrder', { id, version: '2' })
    expect(await kinds(shop.dealer)).toEqual(['orderCancelled'])
  })

  test('what the agent does is told to the customer, and what the customer does to nobody', async () => {
    const { body } = await shop.place({ description: 'bir' }, shop.agent)
    const changed = (version: number, description: string) => ({ ...body, version, description })
    expect((await shop.agent.post('/api/Shop/PostShopCart', changed(1, 'iki'))).status).toBe(200)
    expect([await kinds(shop.dealer), await kinds(shop.agent)]).toEqual([['orderChanged'], []])
    await shop.dealer.post('/api/Account/MarkNewsRead', { until: new Date().toISOString() })
    expect((await shop.dealer.post('/api/Shop/PostShopCart', changed(2, 'üç'))).status).toBe(200)
    expect([await unread(shop.dealer), await kinds(shop.agent)]).toEqual([0, []])
  })

  test('a customer of another tenant and other customers are told nothing', async () => {
    const { id } = await shop.place({ currAccCode: '120.03', salesPersonCode: 'P2' }, shop.admin)
    await shop.admin.get('/api/Shop/DeleteOrder', { id })
    expect([await newsOf(shop.dealer), await newsOf(shop.agent)]).toEqual([[], []])
  })

  test('who wants no mails of orders gets none of changes, and still the receipt', async () => {
    await shop.dealer.post('/api/Account/SetNewsSettings', { mailed: [], pushed: [] })
    const { id, body } = await shop.place({})
    const recipients = () =>
      shop.query<{ kind: string }>(
        `select kind from order_mails where tenant_id = $1 and recipient = 'dealer@example.com'`,
      )
    expect(await recipients()).toEqual([{ kind: 'placed' }])
    const changed = { ...body, version: 1, description: 'Cuma' }
    expect((await shop.admin.post('/api/Shop/PostShopCart', changed)).status).toBe(200)
    await shop.admin.get('/api/Shop/DeleteOrder', { id })
    expect(await recipients()).toEqual([{ kind: 'placed' }])
    expect(await kinds(shop.dealer)).toEqual(['orderCancelled'])
  })

  test('reading marks no news that came later', async () => {
    const { id } = await shop.place({})
    await shop.admin.get('/api/Shop/DeleteOrder', { id })
    const notedAt = String((await newsOf(shop.dealer))[0]?.notedAt)
    const before = new Date(Date.parse(notedAt) - 1).toISOString()
    await shop.dealer.post('/api/Account/MarkNewsRead', { until: before })
    expect(await unread(shop.dealer)).toBe(1)
    await shop.dealer.post('/api/Account/MarkNewsRead', { until: notedAt })
    expect([await unread(shop.dealer), (await newsOf(shop.dealer))[0]?.isRead]).toEqual([0, true])
  })
})

describe('of a draft', () => {
  const draftOf = (fields: object = {}) => ({
    id: randomUUIDv7(),
    name: 'Sonbahar',
    isShared: true,
    orderType: 'Rpt',
    currAccCode: '120.01',
    salesPersonCode: 'P1',
    description: '',
    lines: [{ productId: shop.id('A1 S'), qty: 2, unitPrice: 100, priceCurrencyCode: 'TRY' }],
    ...fields,
  })
  const save = async (client: Client, draft: object) =>
    expect((await client.post('/api/Shop/SaveDraft', draft)).status).toBe(200)

  test('the other side is told once that it is shared, and mailed with the shop’s address', async () => {
    const draft = draftOf({ isShared: false })
    await save(shop.agent, draft)
    expect(await newsOf(shop.dealer)).toEqual([])
    await save(shop.agent, { ...draft, isShared: true, version: 1 })
    expect(await newsOf(shop.dealer)).toMatchObject([{ kind: 'draftShared', draftName: 'Sonbahar' }])
    await runJob({ publicUrl: 'https://siparis.example.com' })
    const [mail, ...others] = mails()
    expect([mail?.to, others]).toEqual(['dealer@example.com', []])
    expect(mail?.text).toContain('https://siparis.example.com/shop/drafts')
    // More of the same draft is no news.
    await save(shop.agent, { ...draft, isShared: true, version: 2, description: 'Cuma' })
    await runJob({ laterMs: 3_600_000 })
    expect(mails()).toHaveLength(1)
    expect(await newsOf(shop.agent)).toEqual([])
  })

  test('it is gone with the sharing', async () => {
    const draft = draftOf()
    await save(shop.dealer, draft)
    expect(await kinds(shop.agent)).toEqual(['draftShared'])
    await shop.dealer.post('/api/Shop/DeleteDraft', { id: draft.id })
    expect(await newsOf(shop.agent)).toEqual([])
  })

  test('who has switched mails off or read it already gets none', async () => {
    await shop.dealer.post('/api/Account/SetNewsSettings', { mailed: ['orders'], pushed: [] })
    await save(shop.agent, draftOf())
    await runJob()
    expect(await kinds(shop.dealer)).toEqual(['draftShared'])
    expect(await dataOf(shop.dealer.get('/api/Account/GetNewsSettings'))).toMatchObject({
      mailed: ['orders'],
      pushed: [],
      email: 'dealer@example.com',
    })
    await save(shop.dealer, draftOf())
    await shop.agent.post('/api/Account/MarkNewsRead', { until: new Date().toISOString() })
    await runJob()
    expect(mails()).toEqual([])
  })
})

describe('of stock', () => {
  const wait = (names: string[], isWaiting = true) =>
    shop.dealer.post('/api/Shop/SetStockWaits', { productIds: names.map((name) => shop.id(name)), isWaiting })
  const waits = () => dataOf(shop.dealer.get('/api/Shop/GetStockWaits', { itemCode: 'A1' }))

  test('who asked is told once when a size is there again', async () => {
    await shop.update('variants set inventory = 0')
    expect((await wait(['A1 S', 'A1 M', 'B1 S'])).status).toBe(200)
    expect(await waits()).toHaveLength(2)
    // Looks again while somebody waits.
    expect(await runJob()).toBeInstanceOf(Date)
    expect(await newsOf(shop.dealer)).toEqual([])
    await wait(['B1 S'], false)
    await shop.update('variants set inventory = 5 where id = any ($2)', [shop.id('A1 S'), shop.id('B1 S')])
    await runJob()
    const [news, ...others] = await newsOf(shop.dealer)
    expect([news, others]).toMatchObject([{ kind: 'backInStock', itemCode: 'A1', sizes: ['S'] }, []])
    expect(mails()).toMatchObject([{ to: 'dealer@example.com' }])
    expect(await waits()).toEqual([shop.id('A1 M')])
    await shop.update('products set is_active = false')
    await shop.update('variants set inventory = 5')
    await runJob()
    expect(mails()).toHaveLength(1)
  })

  test('a customer is not told of a brand that is hidden from them', async () => {
    await shop.update('variants set inventory = 0')
    await wait(['B1 S'])
    await shop.query(
      `insert into excluded_brands (tenant_id, account_id, brand_id)
       select $1, a.id, b.id from accounts a, brands b
       where a.tenant_id = $1 and b.tenant_id = $1 and a.code = '120.01' and b.name = 'Bora'`,
    )
    await shop.update('variants set inventory = 5')
    await runJob()
    expect(await newsOf(shop.dealer)).toEqual([])
    await shop.query('delete from excluded_brands where tenant_id = $1')
    await runJob()
    expect(await kinds(shop.dealer)).toEqual(['backInStock'])
  })

  test('a size that is not there is refused', async () => {
    const given = { productIds: [randomUUIDv7()], isWaiting: true }
    expect(await shop.dealer.post('/api/Shop/SetStockWaits', given)).toMatchObject(refusal(404, 'notFound'))
  })
})

describe('to a browser', () => {
  /** A push service, and a browser that reads its messages. */
  async function subscribed(client: Client) {
    const receiver = createECDH('prime256v1')
    receiver.generateKeys()
    const authSecret = randomBytes(16)
    const messages: { headers: IncomingHttpHeaders; body: Record<string, string> }[] = []
    const service = { status: 201, beforeAnswer: async () => {} }
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const keys = {
          version: 'aes128gcm' as const,
          privateKey: receiver,
          authSecret: authSecret.toString('base64url'),
        }
        const body = JSON.parse(ece.decrypt(Buffer.concat(parts), keys).toString())
        messages.push({ headers: request.headers, body })
        void service.beforeAnswer().then(() => response.writeHead(service.status).end())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const device = {
      address: 'https://push.example.com/one',
      publicKey: receiver.getPublicKey('base64url'),
      authSecret: authSecret.toString('base64url'),
    }
    expect((await client.post('/api/Account/AddPushDevice', device)).status).toBe(200)
    const { port } = server.address() as AddressInfo
    await shop.update('push_devices set address = $2', `http://127.0.0.1:${port}/one`)
    return { messages, service }
  }
  const cancelled = async () => {
    const { id, guidKey } = await shop.place({})
    await shop.admin.get('/api/Shop/DeleteOrder', { id })
    return { id, guidKey }
  }

  beforeEach(() => {
    allowNetworks(['127.0.0.1'])
    return () => allowNetworks([])
  })

  test('a message is encrypted for it, in its language, and sent once', async () => {
    const { messages } = await subscribed(shop.dealer.as({ langCode: 'en' }))
    const { guidKey } = await cancelled()
    // Not before it can no longer be taken back at once.
    await runJob()
    expect(messages).toEqual([])
    await runJob({ laterMs: 20_000 })
    await runJob({ laterMs: 3_600_000 })
    expect(messages).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: {} }] = messages
    expect(body).toMatchObject({ path: `/cart/${guidKey}`, language: 'en' })
    expect(body.body).toMatch(/^Order \d+ was cancelled$/)
    expect(headers.authorization).toMatch(/^vapid t=.+, k=/)
  })

  test('what is taken back at once is not sent', async () => {
    const { messages } = await subscribed(shop.dealer)
    const { id } = await cancelled()
    await shop.admin.get('/api/Shop/RestoreOrder', { id })
    await runJob({ laterMs: 20_000 })
    expect([messages, await kinds(shop.dealer)]).toEqual([[], ['orderRestored']])
  })

  test('one that has unsubscribed or signed out gets no more; a service that is away is tried again', async () => {
    const { messages, service } = await subscribed(shop.dealer)
    const devices = () => shop.query('select from push_devices where tenant_id = $1')
    service.status = 503
    await cancelled()
    await runJob({ laterMs: 20_000 })
    await runJob({ laterMs: 20_000 })
    expect([messages.length, (await devices()).length]).toEqual([1, 1])
    service.status = 410
    await runJob({ laterMs: 120_000 })
    expect([messages.length, (await devices()).length]).toEqual([2, 0])
    const other = await subscribed(shop.dealer)
    const { data: sessions } = (await shop.dealer.get('/api/Account/GetSessions')).body
    expect((await shop.dealer.post('/api/Account/EndSession', { id: sessions[0].id })).status).toBe(200)
    expect(await devices()).toEqual([])
    const { id } = await shop.place({}, shop.admin)
    await shop.admin.get('/api/Shop/DeleteOrder', { id })
    await runJob({ laterMs: 20_000 })
    const noted = await shop.query(
      `select from news n join users u on u.tenant_id = $1 and u.id = n.user_id
       where n.tenant_id = $1 and n.subject_id = $2 and u.username = 'dealer'`,
      id,
    )
    expect([noted.length, other.messages]).toEqual([1, []])
  })

  test('what happens while a message is under way is sent as well', async () => {
    const { messages, service } = await subscribed(shop.dealer)
    const { body } = await shop.place({})
    const change = async (version: number, description: string) => {
      const changed = { ...body, version, description }
      expect((await shop.admin.post('/api/Shop/PostShopCart', changed)).status).toBe(200)
    }
    await change(1, 'bir')
    service.beforeAnswer = () => change(2, 'iki')
    await runJob()
    service.beforeAnswer = async () => {}
    await runJob()
    await runJob({ laterMs: 3_600_000 })
    expect(messages).toHaveLength(2)
  })

  test('one whose keys are none is forgotten', async () => {
    const { messages } = await subscribed(shop.dealer)
    await shop.update('push_devices set public_key = $2', 'B'.padEnd(87, 'A'))
    await cancelled()
    await runJob({ laterMs: 20_000 })
    expect([messages, await shop.query('select from push_devices where tenant_id = $1')]).toEqual([[], []])
  })

  test('an address inside the operator’s network is not called', async () => {
    const { messages } = await subscribed(shop.dealer)
    allowNetworks([])
    await cancelled()
    await runJob({ laterMs: 20_000 })
    expect(messages).toEqual([])
    const device = { publicKey: 'B'.padEnd(87, 'A'), authSecret: 'A'.repeat(22) }
    const plain = { ...device, address: 'http://127.0.0.1/' }
    expect((await shop.dealer.post('/api/Account/AddPushDevice', plain)).status).toBe(400)
  })
})
