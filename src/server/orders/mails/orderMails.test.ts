import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Jobs } from '#server/jobs/runner.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { watchMailServer } from '#server/mail/mailServer.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { password } from '#test/factories.ts'
import { makeDue, testJobs } from '#test/jobs.ts'
import { type MailServer, startMailServer } from '#test/mailServer.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { leaseMs } from './outbox.ts'
import { orderMailsJob } from './sending.ts'

const path = '/api/Shop/PostShopCart'
const buyer = 'dealer@example.com'
const account = 'account@example.com'
const agent = 'agent@example.com'
const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  await shop.update('accounts set email = $2', account)
  await shop.update('agents set email = $2', agent)
  await shop.update(`users set email = $2 where username = 'dealer'`, buyer)
  app.mailServer.received.length = 0
})

type Kept = { recipient: string; state: string; attempts: number; last_error: string; due: Date }
const kept = () =>
  shop.query<Kept>(`select recipient, state, attempts, last_error, next_attempt_at as due from order_mails
             where tenant_id = $1 order by recipient, id`)

const until = (isSo: () => Promise<boolean>) =>
  expect.poll(isSo, { timeout: 25_000, interval: 20 }).toBe(true)
const all = (state: string, number: number) => async () => {
  const mails = await kept()
  return mails.length === number && mails.every((mail) => mail.state === state)
}

const place = (change: object = {}, client = shop.dealer) =>
  shop.place({ lines: { 'A1 S': 2 }, ...change }, client)

describe('an order', () => {
  test('is mailed to the account, the buyer and the agent, once each', async () => {
    const { number } = await place({ description: 'a < b & "c"' }, shop.dealer.as({ langCode: 'en' }))
    await until(all('sent', 3))
    const { received } = app.mailServer
    expect(received.map(({ to }) => to).toSorted()).toEqual([account, agent, buyer])
    const mail = received.find(({ to }) => to === buyer)
    expect(mail?.subject).toBe(`Wholesaler ${shop.key}: order ${number} received`)
    expect(mail?.text).toContain('A1 Ürün A1 · 01 Siyah · S: 2 × ₺100.00 = ₺200.00')
    expect(mail?.text).toContain('Total without VAT · Turkish Lira (TRY): ₺200.00')
    expect(mail?.html).toContain('<bdi>a &lt; b &amp; &quot;c&quot;</bdi>')
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`Order ${number}.pdf`])
    expect(mail?.attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('placed by an agent is not mailed to a buyer; equal addresses get one mail; without addresses there is none', async () => {
    await shop.update('accounts set email = $2', agent.replace('agent', 'Agent'))
    await place({}, shop.agent)
    await until(all('sent', 1))
    await shop.update(`accounts set email = ''`)
    await shop.update(`agents set email = 'Nobody <nobody>'`)
    await place({}, shop.agent)
    expect(await kept()).toHaveLength(1)
  })

  test('sent again is not mailed again, and a refused one is not mailed', async () => {
    const { body } = await place()
    await shop.dealer.post(path, body)
    expect((await shop.order({ lines: { 'A1 S': 500 } })).status).toBe(409)
    await until(all('sent', 3))
    expect(app.mailServer.received).toHaveLength(3)
  })

  test('is mailed to each in their own language, else in the company’s', async () => {
    await shop.update(`users set language = 'ru', email = '' where username = 'dealer'`)
    await shop.update('accounts set email = $2', account)
    const languages = async () => {
      const sent = await shop.query<{ recipient: string; language: string }>(
        `select recipient, language from order_mails where tenant_id = $1 order by created_at desc, recipient limit 2`,
      )
      return Object.fromEntries(sent.map(({ recipient, language }) => [recipient, language]))
    }
    // The dealer reads Russian; the agent orders in English.
    await place({}, shop.agent.as({ langCode: 'en' }))
    expect(await languages()).toEqual({ [account]: 'ru', [agent]: 'en' })
    // Unknown language of the agent: the company's first one.
    await place({}, shop.dealer.as({ langCode: 'en' }))
    expect(await languages()).toEqual({ [account]: 'en', [agent]: 'tr' })
    await until(all('sent', 4))
  })

  test('is mailed in the language that the reader signed in with', async () => {
    const given = { username: 'agent', password }
    expect((await shop.visitor.as({ langCode: 'ru' }).post('/api/Account/authenticate', given)).status).toBe(
      200,
    )
    await place({}, shop.dealer.as({ langCode: 'en' }))
    await until(all('sent', 3))
    const toAgent = app.mailServer.received.find(({ to }) => to === agent)
    expect(toAgent?.html).toContain('<html lang="ru"')
  })

  test('that is amended is mailed with its new content, right to left in Arabic', async () => {
    const { body, number } = await place()
    await until(all('sent', 3))
    const lines = body.lines.map((line) => ({ ...line, qty: 5 }))
    const client = shop.dealer.as({ langCode: 'ar' })
    expect((await client.post(path, { ...body, lines, version: 1 })).status).toBe(200)
    await until(all('sent', 6))
    const mail = app.mailServer.received.findLast(({ to }) => to === buyer)
    expect(mail?.subject).toContain(`تم تعديل الطلب ${number}`)
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.text).toContain('5 × ₺100.00 = ₺500.00')
  })
})

test('an order amended by somebody else is also mailed to the buyer', async () => {
  const { body } = await place()
  await until(all('sent', 3))
  app.mailServer.received.length = 0
  const lines = body.lines.map((line) => ({ ...line, qty: 5 }))
  expect((await shop.agent.post(path, { ...body, lines, version: 1 })).status).toBe(200)
  await until(all('sent', 6))
  expect(app.mailServer.received.map(({ to }) => to).toSorted()).toEqual([account, agent, buyer])
})

describe('mails that cannot be sent at once', () => {
  let opened: { worker: Jobs; close: () => Promise<void> }[]
  let server: MailServer | undefined
  let said: string[]

  beforeEach(() => {
    opened = []
    said = []
  })
  afterEach(async () => {
    for (const { close } of opened) await close()
    // The next test's senders process all tenants.
    await shop.update(`order_mails set state = 'dead' where state = 'pending'`)
    await server?.close()
    server = undefined
  })

  /** A sender in another process, `later` milliseconds in the future. */
  function sender(smtpUrl: string | undefined, later = 0): Jobs {
    const { database, photos } = app
    const tenants = openTenants(database, { isKept: false })
    const now = () => new Date(Date.now() + later)
    const say = (line: string) => void said.push(line)
    const mailer = watchMailServer(
      openMailer({ smtpUrl, mailFrom: 'shop@example.com', dataDir: app.folder }, () => {}),
      { database, say, now },
    )
    const orderMails = orderMailsJob({ database, tenants, photos, mailer }, { say, now })
    const worker = testJobs(database, { orderMails }, { said, now })
    opened.push({
      worker,
      close: async () => {
        await worker.stop()
        mailer.close()
      },
    })
    return worker
  }

  /** Rows as written by an order, unsent. */
  async function pending(): Promise<void> {
    await place()
    await until(all('sent', 3))
    // The app's sender looks once more after its last mail, and would send these.
    await new Promise((resolve) => setTimeout(resolve, 300))
    app.mailServer.received.length = 0
    await shop.update(`order_mails set state = 'pending', attempts = 0, next_attempt_at = created_at`)
    await makeDue(app.database, shop.tenantId, 'orderMails')
  }

  test('are sent once the mail server is back', async () => {
    await pending()
    server = await startMailServer()
    const { url } = server
    const port = Number(new URL(url).port)
    await server.close()
    server = undefined
    sender(url).start()
    await until(async () => (await kept()).some(({ last_error }) => last_error !== ''))
    await opened.pop()?.close()
    // Only one was tried; it is the last to be tried again.
    const failed = (await kept()).toSorted((one, other) => one.due.getTime() - other.due.getTime())
    expect(failed.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['pending', 0],
      ['pending', 0],
      ['pending', 1],
    ])
    expect(failed.at(-1)?.last_error).toBe('No server answers there (ECONNREFUSED)')
    server = await startMailServer(port)
    sender(url, 90_000).start()
    await until(all('sent', 3))
    expect(server.received.map(({ to }) => to).toSorted()).toEqual([account, agent, buyer])
  })

  test('are shown as kept where there is no mail server, not as sent', async () => {
    const states = async () => {
      const [order] = await shop.query<{ id: string }>('select id from orders where tenant_id = $1')
      const { body } = await shop.admin.get('/api/Shop/GetOrderMails', { id: order?.id ?? '' })
      return body.data.map(({ state }: { state: string }) => state)
    }
    await pending()
    sender(undefined).start()
    await until(all('sent', 3))
    expect(await states()).toEqual(['kept', 'kept', 'kept'])
    server = await startMailServer()
    await shop.update(`order_mails set state = 'pending', attempts = 0, next_attempt_at = created_at`)
    await makeDue(app.database, shop.tenantId, 'orderMails')
    await opened.pop()?.close()
    sender(server.url).start()
    await until(all('sent', 3))
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
  })

  test.each([
    [{ recipient: '550 5.1.1 No such user here' }, 'dead', 3, 'The recipient was refused: 550 5.1.1'],
    [{ recipient: '452 4.2.2 Mailbox full' }, 'pending', 3, 'The recipient was refused: 452 4.2.2'],
    // For the operator to fix, so the mails wait, and no others are tried.
    [
      { recipient: '554 5.7.1 Relay access denied' },
      'pending',
      1,
      'It passes on no mails: 554 5.7.1 Relay access denied',
    ],
    [
      { recipient: '550 5.7.1 Relaying denied for b@example.com' },
      'pending',
      1,
      'It passes on no mails: 550 5.7.1 Relaying denied for …',
    ],
    [
      { sender: '553 5.7.1 Sender address rejected: not owned by user' },
      'pending',
      1,
      'The sender was refused: 553 5.7.1 Sender address rejected: not owned by user',
    ],
    [
      { sender: '550 5.1.8 Sender address rejected: Domain not found' },
      'pending',
      1,
      'The sender was refused: 550 5.1.8 Sender address rejected: Domain not found',
    ],
  ])('are given up at once only if the address does not exist: %j', async (refusals, state, tried, error) => {
    await pending()
    server = await startMailServer(0, refusals)
    sender(server.url).start()
    await until(async () => (await kept()).filter(({ last_error }) => last_error !== '').length === tried)
    await opened.pop()?.close()
    const mails = await kept()
    expect(mails.map((mail) => mail.state)).toEqual([state, state, state])
    expect(new Set(mails.map((mail) => mail.last_error).filter(Boolean))).toEqual(new Set([error]))
    expect(said).toEqual([])
  })

  test('are sent once by several processes', async () => {
    await pending()
    for (let sent = 0; sent < 5; sent += 1) await place()
    await until(all('sent', 18))
    await shop.update(`order_mails set state = 'pending', next_attempt_at = created_at`)
    await makeDue(app.database, shop.tenantId, 'orderMails')
    app.mailServer.received.length = 0
    for (let process = 0; process < 4; process += 1) sender(app.mailServer.url).start()
    await until(all('sent', 18))
    expect(app.mailServer.received).toHaveLength(18)
  })

  test('held by a killed process are sent after its lease', async () => {
    await pending()
    await shop.update('order_mails set attempts = 1, next_attempt_at = $2', new Date(Date.now() + leaseMs))
    const early = sender(app.mailServer.url)
    early.start()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(app.mailServer.received).toHaveLength(0)
    sender(app.mailServer.url, leaseMs + 1000).start()
    await until(all('sent', 3))
    expect(app.mailServer.received).toHaveLength(3)
  })

  test('are given up after many refusals', async () => {
    await pending()
    await shop.update('order_mails set attempts = 15 where recipient = $2', agent)
    server = await startMailServer(0, { recipient: '452 4.2.2 Mailbox full' })
    sender(server.url).start()
    await until(async () => (await kept()).every(({ last_error }) => last_error !== ''))
    const states = (await kept()).map(({ recipient, state }) => `${recipient} ${state}`)
    expect(states).toEqual([`${account} pending`, `${agent} dead`, `${buyer} pending`])
  })

  test('are given up after ten days without a mail server, or if a newer one replaces them', async () => {
    await pending()
    await shop.update(
      `order_mails set created_at = now() - interval '11 days', next_attempt_at = '2000-01-01' where recipient = $2`,
      agent,
    )
    await shop.update('order_mails set order_version = 0 where recipient = $2', buyer)
    await shop.query(
      `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
       select $1, gen_random_uuid(), order_id, 1, 'amended', recipient, language, created_at, created_at
       from order_mails where tenant_id = $1 and recipient = $2`,
      buyer,
    )
    sender('smtp://127.0.0.1:9').start()
    await until(async () => (await kept()).filter(({ state }) => state === 'dead').length === 2)
    const states = (await kept()).map(({ recipient, state }) => `${recipient} ${state}`)
    expect(states.toSorted()).toEqual([
      `${account} pending`,
      `${agent} dead`,
      `${buyer} dead`,
      `${buyer} pending`,
    ])
  })
})

describe('mails that were given up', () => {
  const undelivered = async (client = shop.admin) =>
    (await client.post('/api/Shop/GetOrders', { isUndelivered: true })).body.data.total as number
  const onDashboard = async (client = shop.admin) =>
    (await client.get('/api/Shop/GetDashboard')).body.data.undelivered as number
  const mailsOf = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderMails', { id })).body.data

  async function refused(): Promise<{ orderId: string; mailId: string }> {
    await place()
    await until(all('sent', 3))
    await shop.update(
      `order_mails set state = 'dead', attempts = 1, last_error = '550 no such user' where recipient = $2`,
      account,
    )
    app.mailServer.received.length = 0
    const [order] = await shop.query<{ id: string }>('select id from orders where tenant_id = $1')
    const mails = await mailsOf(order?.id ?? '')
    const deadMail = mails.find(({ state }: { state: string }) => state === 'dead')
    expect(deadMail).toMatchObject({
      kind: 'placed',
      recipient: account,
      attempts: 1,
      error: '550 no such user',
    })
    return { orderId: order?.id ?? '', mailId: deadMail.id }
  }

  test('are listed and on the dashboard, and can be sent again, also to another address', async () => {
    expect([await undelivered(), await onDashboard()]).toEqual([0, 0])
    const { orderId, mailId } = await refused()
    expect([await undelivered(), await onDashboard()]).toEqual([1, 1])
    expect([await undelivered(shop.agent), await onDashboard(shop.agent)]).toEqual([1, 1])
    // Customers cannot see the state of mails.
    expect(await onDashboard(shop.dealer)).toBe(0)
    const wrong = await shop.admin.post('/api/Shop/SendOrderMail', { id: mailId, recipient: 'nowhere' })
    expect(wrong.body.code).toBe('request.invalid')
    const recipient = 'right@example.com'
    for (let time = 0; time < 2; time += 1)
      expect((await shop.admin.post('/api/Shop/SendOrderMail', { id: mailId, recipient })).status).toBe(200)
    await until(all('sent', 3))
    expect(app.mailServer.received.map(({ to }) => to)).toEqual([recipient])
    expect([await undelivered(), await onDashboard()]).toEqual([0, 0])
    const { data } = (await shop.admin.get('/api/Shop/GetOrderHistory', { id: orderId })).body
    expect(data[0]).toMatchObject({
      action: 'mailSentAgain',
      before: { email: account },
      after: { email: recipient },
    })
  })

  test('can be dismissed, and sent all the same', async () => {
    const { orderId, mailId } = await refused()
    expect((await shop.agent.post('/api/Shop/DropOrderMail', { id: mailId })).status).toBe(200)
    expect([await undelivered(), await onDashboard()]).toEqual([0, 0])
    expect((await mailsOf(orderId)).map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'dropped',
      'sent',
      'sent',
    ])
    await shop.agent.post('/api/Shop/SendOrderMail', { id: mailId })
    await until(all('sent', 3))
    expect(app.mailServer.received.map(({ to }) => to)).toEqual([account])
  })

  test('are replaced by a newer one to the same address', async () => {
    const { orderId, mailId } = await refused()
    await shop.query(
      `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, state, next_attempt_at, created_at)
       values ($1, gen_random_uuid(), $2, 2, 'amended', $3, 'tr', 'sent', now(), now())`,
      orderId,
      account,
    )
    expect([await undelivered(), await onDashboard()]).toEqual([0, 0])
    expect((await mailsOf(orderId)).find(({ id }: { id: string }) => id === mailId).state).toBe('replaced')
    expect((await shop.admin.post('/api/Shop/SendOrderMail', { id: mailId })).status).toBe(200)
    expect(app.mailServer.received).toEqual([])
  })
})
