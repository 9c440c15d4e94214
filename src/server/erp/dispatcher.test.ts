import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Jobs } from '#server/jobs/runner.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type HttpErp, startHttpErp } from '#test/erp/httpErp.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { makeDue, testJobs } from '#test/jobs.ts'
import { ErpError } from './connector.ts'
import { allowNetworks } from './outbound.ts'
import { erpTransferJob } from './transferJob.ts'

let app: TestApp
let shop: Wholesaler
let erp: HttpErp
let count = 0
let opened: Jobs[] = []
let clockOffsetMs = 0
const loggedLines: string[] = []

beforeAll(async () => {
  allowNetworks(['127.0.0.1'])
  app = await testApp()
})
afterAll(async () => {
  await app.close()
  allowNetworks([])
})
beforeEach(async () => {
  count += 1
  clockOffsetMs = 0
  loggedLines.length = 0
  shop = await wholesaler(app, `erp-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
})
afterEach(async () => {
  app.erpWaker.woken = () => {}
  await Promise.all(opened.map((one) => one.stop()))
  opened = []
  await erp.close()
  if (loggedLines.length > 0) throw new Error(loggedLines.join('\n'))
})

function run<Found extends object>(text: string, ...values: unknown[]): Promise<Found[]> {
  return app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query<Found>({ text }, ...values))
}

function dispatcher({ holdMs = 600, timeoutMs = 300 } = {}): Jobs {
  const { database, secrets } = app
  const now = () => new Date(Date.now() + clockOffsetMs)
  const erpTransfer = erpTransferJob({ database, secrets }, { timeoutMs, orphanCheckMs: 20, now })
  const one = testJobs(database, { erpTransfer }, { said: loggedLines, holdMs, now })
  opened.push(one)
  return one
}

async function link(change: object = {}) {
  const given = {
    kind: 'http',
    settings: { url: erp.url },
    secret: erp.secret,
    isAutomatic: true,
    ...change,
  }
  const { status, body } = await shop.admin.post('/api/Erp/SaveLink', given)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(200)
}

async function placeOrder(change: object = {}): Promise<{ id: string; guidKey: string; body: object }> {
  const { id } = await shop.variant('A1', 'S')
  const body = orderBody({ lines: [[id, 1]], ...change })
  const answer = await shop.dealer.post('/api/Shop/PostShopCart', body)
  expect(answer.status).toBe(200)
  return { id: answer.body.orderId, guidKey: answer.body.guidKey, body }
}

type Row = {
  id: string
  state: string
  attempts: number
  may_exist: boolean
  error_class: string
  erp_number: string
}
const queue = () =>
  run<Row>(
    `select order_id as id, state, attempts, may_exist, error_class, erp_number from order_transfers
     where tenant_id = $1 order by requested_at, order_id`,
  )
const states = async () => (await queue()).map(({ state }) => state)

async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; waited < 8000; waited += 20) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`It has not become so: ${JSON.stringify(await queue())}`)
}
const allSent = async () => (await states()).every((state) => state === 'sent')

test('sends an order to the ERP, then marks it transferred and locks it', async () => {
  await link()
  const { id: lot } = await shop.variant('B1', 'L4')
  const { id: size } = await shop.variant('A1', 'S')
  const body = orderBody({
    lines: [
      [size, 3],
      [lot, 2, 380],
    ],
    description: 'Ön kapıya',
  })
  const { body: placed } = await shop.dealer.post('/api/Shop/PostShopCart', body)
  expect(await states()).toEqual(['pending'])
  dispatcher().start()
  await waitUntil(allSent)
  const sent = erp.orders.get(placed.guidKey)?.document
  expect(sent).toMatchObject({
    key: placed.guidKey,
    orderNumber: placed.orderNumber,
    description: 'Ön kapıya',
    currencyCode: 'TRY',
    totalMinor: 3 * 100_00 + 2 * 380_00,
    account: { code: '120.01' },
    agent: { code: 'P1' },
    lines: [
      { productCode: 'A1-01-S', qty: 3, unitPriceMinor: 100_00, size: 'S', lotCode: '' },
      { productCode: 'B1-01-L4', qty: 2, unitPriceMinor: 380_00, size: '', lotCode: 'L4', piecesPerLot: 4 },
    ],
  })
  const { body: shown } = await shop.dealer.get('/api/Shop/GetOrderById', { id: placed.orderId })
  expect(shown.data).toMatchObject({ transfer: true, isWaiting: false })
  expect(Date.parse(shown.data.transferedDate)).toBeGreaterThan(Date.now() - 60_000)
  const again = await shop.dealer.post('/api/Shop/PostShopCart', {
    ...body,
    lines: [body.lines[0]],
    version: 1,
  })
  expect(again.body).toMatchObject({ code: 'order.transferred' })
  const { body: way } = await shop.admin.get('/api/Erp/GetOrderTransfer', { id: placed.orderId })
  expect(way.data).toMatchObject({
    transfer: { state: 'sent', erpNumber: 'E1000', attempts: 1 },
    attempts: [{ attempt: 1, outcome: 'sent', erpNumber: 'E1000', error: '' }],
  })
})

test('sends a placed order at once, without waiting for the periodic sweep', async () => {
  await link()
  // Without periodic sweeps.
  const all = [dispatcher(), dispatcher()]
  let wakeUps = 0
  app.erpWaker.woken = (tenantId) => {
    wakeUps += 1
    all[wakeUps % 2]?.wake(tenantId, 'erpTransfer')
  }
  const orders = []
  for (let number = 1; number <= 6; number += 1) {
    orders.push(await placeOrder())
    if (number % 2 === 0) await waitUntil(allSent)
  }
  await waitUntil(allSent)
  expect([...erp.orders.values()].map(({ times }) => times)).toEqual(orders.map(() => 1))
  await link({ version: 1, isAutomatic: false })
  const late = await placeOrder()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [late.id] })
  await waitUntil(async () => erp.orders.size === 7 && (await allSent()))
})

test('without automatic transfer, sends only what the office sends, once', async () => {
  await link({ isAutomatic: false })
  const [kept, sent] = [await placeOrder(), await placeOrder()]
  dispatcher().start()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [sent.id] })
  await waitUntil(async () => (await states())[0] === 'sent')
  expect(await states()).toEqual(['sent'])
  expect([...erp.orders.keys()]).toEqual([sent.guidKey])
  expect(erp.orders.has(kept.guidKey)).toBe(false)
})

test('loses nothing while the ERP is down, and sends in order afterwards', async () => {
  await link()
  const port = Number(new URL(erp.url).port)
  await erp.close()
  dispatcher().start()
  const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
  await waitUntil(async () => (await state()).condition === 'down')
  expect(await states()).toEqual(['pending', 'pending', 'pending'])
  // Orders can be amended as long as nothing can have arrived.
  const { id } = await shop.variant('A1', 'S')
  const amended = { ...orders[1]?.body, lines: [{ ...orderBody({ lines: [[id, 5]] }).lines[0] }], version: 1 }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', amended)).status).toBe(200)
  erp = await startHttpErp(port)
  expect(erp.asked).toEqual([])
  clockOffsetMs = 6 * 60_000
  await waitUntil(allSent)
  expect([...erp.orders.keys()]).toEqual(orders.map(({ guidKey }) => guidKey))
  expect(erp.orders.get(orders[1]?.guidKey ?? '')?.document.lines[0]?.qty).toBe(5)
  expect(await state()).toMatchObject({ condition: 'up', waiting: 0, sent: 3 })
})

const state = async () => (await shop.admin.get('/api/Erp/GetLink')).body.data.state

test('probes once while the ERP is down, and not at all after a wrong password', async () => {
  await link({ secret: 'not the one' })
  await placeOrder()
  dispatcher().start()
  dispatcher().start()
  await waitUntil(async () => (await state()).condition === 'auth')
  const tried = (await queue())[0]?.attempts
  clockOffsetMs = 14 * 60_000
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await queue())[0]?.attempts).toBe(tried)
  const version = (await shop.admin.get('/api/Erp/GetLink')).body.data.link.version
  await link({ version })
  await waitUntil(allSent)
})

describe('an order with an unknown outcome', () => {
  for (const after of ['reset', 'silence'] as const) {
    test(`is looked up before it is sent again (${after})`, async () => {
      await link()
      let isFirst = true
      erp.behave(({ method }) => {
        if (method !== 'PUT' || !isFirst) return undefined
        isFirst = false
        return { after }
      })
      const { id, guidKey, body } = await placeOrder()
      dispatcher().start()
      await waitUntil(async () => (await queue())[0]?.may_exist === true && (await states())[0] === 'pending')
      const refused = await shop.dealer.post('/api/Shop/PostShopCart', {
        ...body,
        description: 'x',
        version: 1,
      })
      expect(refused.body).toMatchObject({ code: 'order.transferring' })
      expect((await shop.admin.get('/api/Shop/DeleteOrder', { id })).body).toMatchObject({
        code: 'order.transferring',
      })
      clockOffsetMs = 60_000
      await waitUntil(allSent)
      expect(erp.orders.get(guidKey)?.times).toBe(1)
      const outcomes = await run<{ outcome: string }>(
        `select outcome from transfer_attempts where tenant_id = $1 order by attempt`,
      )
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'found'])
    })
  }

  test('is sent if the ERP does not have it', async () => {
    await link()
    let isFirst = true
    erp.behave(({ method }) => {
      if (method !== 'PUT' || !isFirst) return undefined
      isFirst = false
      return { before: 'reset' }
    })
    const { guidKey } = await placeOrder()
    dispatcher().start()
    await waitUntil(async () => (await queue())[0]?.may_exist === true)
    clockOffsetMs = 60_000
    await waitUntil(allSent)
    expect(erp.orders.get(guidKey)?.times).toBe(1)
    expect(erp.asked.filter((line) => line.includes('/orders/')).map((line) => line.slice(0, 3))).toEqual([
      'PUT',
      'GET',
      'PUT',
    ])
  })

  test('does not wait longer because of earlier outages', async () => {
    await link()
    await placeOrder()
    await run(`update order_transfers set attempts = 5 where tenant_id = $1`)
    await run(
      `insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at, ended_at, outcome)
       select $1, order_id, n, 1, now(), now(), 'down' from order_transfers, generate_series(1, 5) n
       where tenant_id = $1`,
    )
    erp.behave(({ method }) => (method === 'PUT' ? { before: 'reset' } : undefined))
    const pauses: number[] = []
    dispatcher().start()
    for (const tried of [6, 7, 8]) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await waitUntil(async () => (await queue())[0]?.attempts === tried && (await states())[0] === 'pending')
      const [row] = await run<{ pause: number }>(
        `select extract(epoch from next_attempt_at - $2)::float8 as pause from order_transfers where tenant_id = $1`,
        new Date(Date.now() + clockOffsetMs),
      )
      pauses.push(Math.round((row?.pause ?? 0) / 5) * 5)
      clockOffsetMs += 3 * 60_000
    }
    expect(pauses).toEqual([5, 30, 120])
  })

  test('needs a person if the ERP has it with other contents', async () => {
    await link()
    const { id, guidKey } = await placeOrder()
    erp.behave(({ method }) => (method === 'PUT' ? { after: 'reset' } : undefined))
    dispatcher().start()
    await waitUntil(async () => (await queue())[0]?.may_exist === true && (await states())[0] === 'pending')
    const there = erp.orders.get(guidKey)
    if (there) there.document = { ...there.document, totalMinor: 1 }
    clockOffsetMs = 60_000
    await waitUntil(async () => (await states())[0] === 'dead')
    const { body } = await shop.admin.get('/api/Erp/GetOrderTransfer', { id })
    expect(body.data.transfer.error).toMatch(/different contents: 0\.01 TRY/)
    expect(body.data.transfer.mayExist).toBe(true)
    const marked = await shop.admin.post('/api/Erp/MarkEntered', { id, erpNumber: 'BY-HAND-1' })
    expect(marked.status).toBe(200)
    expect(await queue()).toMatchObject([{ state: 'sent', erp_number: 'BY-HAND-1' }])
  })
})

test('a rejected order does not block others, shows why, and is sent again once fixed', async () => {
  await link()
  const [bad, good] = [await placeOrder(), await placeOrder()]
  erp.behave(({ document }) =>
    document?.key === bad.guidKey && document.lines[0]?.qty === 1
      ? { status: 422, body: { error: 'A1-01-S is not sold any more' } }
      : undefined,
  )
  dispatcher().start()
  await waitUntil(async () => (await states()).join() === 'dead,sent')
  expect([...erp.orders.keys()]).toEqual([good.guidKey])
  const { body: list } = await shop.admin.post('/api/Erp/GetTransfers', { state: 'dead' })
  expect(list.data).toMatchObject({
    total: 1,
    items: [
      { orderId: bad.id, errorClass: 'rejected', error: 'A1-01-S is not sold any more', mayExist: false },
    ],
  })
  const { id } = await shop.variant('A1', 'S')
  const lines = orderBody({ lines: [[id, 2]] }).lines
  expect((await shop.dealer.post('/api/Shop/PostShopCart', { ...bad.body, lines, version: 1 })).status).toBe(
    200,
  )
  await waitUntil(allSent)
  expect(erp.orders.get(bad.guidKey)?.document).toMatchObject({ orderVersion: 2, lines: [{ qty: 2 }] })
})

test('resends all orders rejected with one error; held ones stay', async () => {
  await link()
  let isOpen = false
  erp.behave(({ method }) =>
    method === 'PUT' && !isOpen ? { status: 409, body: { error: 'Period closed' } } : undefined,
  )
  const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
  dispatcher().start()
  await waitUntil(async () => (await states()).every((one) => one === 'dead'))
  const ids = [orders[0]?.id]
  expect((await shop.admin.post('/api/Erp/Hold', { ids })).body.data).toEqual({ held: 1 })
  isOpen = true
  expect((await shop.admin.post('/api/Erp/Retry', { error: 'Period closed' })).body.data).toEqual({
    queued: 2,
  })
  await waitUntil(async () => (await states()).join() === 'held,sent,sent')
  expect((await shop.admin.post('/api/Erp/Retry', { ids })).body.data).toEqual({ queued: 1 })
  await waitUntil(allSent)
})

test('concurrent dispatchers send each order once; a paused link sends none', async () => {
  await link()
  const orders = await Promise.all(Array.from({ length: 12 }, () => placeOrder()))
  await shop.admin.post('/api/Erp/Pause', { isPaused: true })
  for (let index = 0; index < 3; index += 1) dispatcher().start()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(erp.orders.size).toBe(0)
  await shop.admin.post('/api/Erp/Pause', { isPaused: false })
  await waitUntil(allSent)
  expect(erp.orders.size).toBe(orders.length)
  expect([...erp.orders.values()].every(({ times }) => times === 1)).toBe(true)
})

describe('While orders are being sent', () => {
  function delayNextAnswer(): { arrived: Promise<void>; release: () => void } {
    let release = () => {}
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    erp.delay = async ({ method }) => {
      if (method !== 'PUT' || !isFirst) return
      isFirst = false
      arrive()
      await released
    }
    return { arrived, release }
  }

  test('a pause takes effect before the next order', async () => {
    await link()
    for (let number = 1; number <= 3; number += 1) await placeOrder()
    const { arrived, release } = delayNextAnswer()
    dispatcher({ timeoutMs: 5000 }).start()
    await arrived
    await shop.admin.post('/api/Erp/Pause', { isPaused: true })
    release()
    await waitUntil(async () => (await states()).includes('sent'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await states()).toEqual(['sent', 'pending', 'pending'])
    await shop.admin.post('/api/Erp/Pause', { isPaused: false })
    await waitUntil(allSent)
  })

  test('waiting orders go to the newly linked ERP', async () => {
    await link()
    const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
    const { arrived, release } = delayNextAnswer()
    dispatcher({ timeoutMs: 5000 }).start()
    await arrived
    const before = erp
    erp = await startHttpErp()
    await link({ version: 1 })
    release()
    await waitUntil(allSent)
    expect([...before.orders.keys()]).toEqual(orders.slice(0, 1).map(({ guidKey }) => guidKey))
    expect([...erp.orders.keys()]).toEqual(orders.slice(1).map(({ guidKey }) => guidKey))
    await before.close()
  })

  test('a late refusal of the old key does not block orders after the right key was saved', async () => {
    await link({ secret: 'not the one' })
    await placeOrder()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    erp.delay = () => {
      arrive()
      return released
    }
    const one = dispatcher({ timeoutMs: 5000 })
    one.start()
    await arrived
    erp.delay = undefined
    await link({ version: 1 })
    release()
    await waitUntil(async () => (await state()).condition === 'up')
    expect(await states()).toEqual(['sent'])
  })

  test('sends nothing while transfers are disabled', async () => {
    await link()
    await placeOrder()
    await run(`update tenants set transfer_enabled = false where id = $1`)
    const one = dispatcher()
    one.start()
    one.wake(shop.tenantId, 'erpTransfer')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await states()).toEqual(['pending'])
    await run(`update tenants set transfer_enabled = true where id = $1`)
    await makeDue(app.database, shop.tenantId, 'erpTransfer')
    await waitUntil(allSent)
  })
})

describe('An uncertain order after the link was replaced', () => {
  async function makeUncertainOrder(): Promise<{ id: string; guidKey: string }> {
    await link()
    erp.behave(({ method }) => (method === 'PUT' ? { after: 'reset' } : undefined))
    const order = await placeOrder()
    const one = dispatcher()
    one.start()
    await waitUntil(async () => (await queue())[0]?.may_exist === true && (await states())[0] === 'pending')
    await one.stop()
    return order
  }
  const ids = ({ id }: { id: string }) => ({ ids: [id] })

  test('goes to the new ERP only after somebody marks it as gone', async () => {
    const order = await makeUncertainOrder()
    const before = erp
    erp = await startHttpErp()
    await link({ version: 1 })
    dispatcher().start()
    await waitUntil(async () => (await states())[0] === 'dead')
    const { body } = await shop.admin.get('/api/Erp/GetOrderTransfer', { id: order.id })
    expect(body.data.transfer).toMatchObject({
      mayExist: true,
      error: 'It may be in the ERP that was connected before, and is not in this one. It is not sent again.',
    })
    await shop.admin.post('/api/Erp/Retry', ids(order))
    await waitUntil(async () => (await queue())[0]?.attempts === 3 && (await states())[0] === 'dead')
    expect(erp.orders.size).toBe(0)
    expect((await shop.admin.post('/api/Erp/MarkGone', { id: order.id })).status).toBe(200)
    await shop.admin.post('/api/Erp/Retry', ids(order))
    await waitUntil(allSent)
    expect([erp.orders.get(order.guidKey)?.times, before.orders.size]).toEqual([1, 1])
    await before.close()
  })

  test('counts as sent if it is the same ERP at another address', async () => {
    const order = await makeUncertainOrder()
    const before = erp
    erp = await startHttpErp()
    for (const [key, one] of before.orders) erp.orders.set(key, one)
    await before.close()
    await link({ version: 1 })
    dispatcher().start()
    await waitUntil(allSent)
    expect(erp.orders.get(order.guidKey)?.times).toBe(1)
  })
})

test('takes over what a dead process was sending, and looks it up first', async () => {
  await link()
  const { guidKey } = await placeOrder()
  erp.behave(({ method }) => (method === 'PUT' ? { after: 'silence' } : undefined))
  const deadProcess = dispatcher()
  deadProcess.start()
  await waitUntil(async () => erp.orders.size === 1)
  // Stop it from recording anything, as if killed.
  await run(`update jobs set holder = gen_random_uuid() where tenant_id = $1 and kind = 'erpTransfer'`)
  await run(`update order_transfers set attempts = attempts + 1 where tenant_id = $1`)
  await run(
    `insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at)
     select $1, order_id, attempts, 1, now() from order_transfers where tenant_id = $1`,
  )
  await deadProcess.stop()
  erp.behave(undefined)
  dispatcher().start()
  await waitUntil(allSent)
  expect(erp.orders.get(guidKey)?.times).toBe(1)
})

test('a process that stalled longer than its hold takes no more orders', async () => {
  await link()
  const orders = [await placeOrder(), await placeOrder()]
  let isHeld = true
  erp.behave(({ method }) => (method === 'PUT' && isHeld ? { after: 'silence' } : undefined))
  // Heartbeats come every ten seconds, so it cannot have noticed yet.
  const slowProcess = dispatcher({ holdMs: 30_000 })
  slowProcess.wake(shop.tenantId, 'erpTransfer')
  await waitUntil(() => erp.orders.size === 1)
  await run(`update jobs set holder = gen_random_uuid(), held_until = now() + interval '1 minute'
             where tenant_id = $1 and kind = 'erpTransfer'`)
  await run(`update order_transfers set attempts = attempts + 1 where tenant_id = $1 and state = 'sending'`)
  isHeld = false
  const ended = () =>
    run(`select from transfer_attempts where tenant_id = $1 and attempt = 1 and ended_at is not null`)
  await waitUntil(async () => (await ended()).length === 1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(erp.orders.has(orders[1]?.guidKey ?? '')).toBe(false)
  // The slow process's result is ignored.
  expect(await queue()).toMatchObject([
    { state: 'sending', attempts: 2 },
    { state: 'pending', attempts: 0 },
  ])
})

test('a process with a fast clock does not steal the queue', async () => {
  await link()
  await placeOrder()
  erp.behave(({ method }) => (method === 'PUT' ? { after: 'silence' } : undefined))
  const slowProcess = dispatcher({ timeoutMs: 3000 })
  slowProcess.wake(shop.tenantId, 'erpTransfer')
  await waitUntil(async () => (await states())[0] === 'sending')
  clockOffsetMs = 3 * 60 * 60_000
  const fastClockProcess = dispatcher()
  fastClockProcess.wake(shop.tenantId, 'erpTransfer')
  await fastClockProcess.stop()
  expect(await queue()).toMatchObject([{ state: 'sending', attempts: 1 }])
  await slowProcess.stop()
  erp.behave(undefined)
  dispatcher().start()
  await waitUntil(allSent)
})

test('an order that always fails delays the others only briefly', async () => {
  await link()
  const [bad, good] = [await placeOrder(), await placeOrder()]
  erp.behave(({ document }) => (document?.key === bad.guidKey ? { status: 503 } : undefined))
  dispatcher().start()
  await waitUntil(async () => (await state()).condition === 'down')
  expect((await shop.admin.post('/api/Erp/TryNow')).status).toBe(200)
  expect(Date.parse((await state()).nextTryAt)).toBeGreaterThan(Date.now() - 60_000)
  for (let tries = 0; tries < 6 && !erp.orders.has(good.guidKey); tries += 1) {
    clockOffsetMs += 16_000
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect([...erp.orders.keys()]).toEqual([good.guidKey])
})

test('a link that cannot be opened reports it and releases the queue', async () => {
  await link()
  await placeOrder()
  await run(`update erp_links set settings = '{}' where tenant_id = $1`)
  const { database, secrets } = app
  const open = () => {
    throw new ErpError('auth', 'The settings are not complete')
  }
  const erpTransfer = erpTransferJob({ database, secrets }, { open })
  const one = testJobs(database, { erpTransfer }, { said: loggedLines })
  one.wake(shop.tenantId, 'erpTransfer')
  await one.stop()
  expect(await run(`select error from erp_states where tenant_id = $1`)).toEqual([
    { error: 'The settings are not complete' },
  ])
  expect(await run(`select holder from jobs where tenant_id = $1 and kind = 'erpTransfer'`)).toEqual([
    { holder: null },
  ])
})

test('an order in two currencies becomes two documents, each sent once', async () => {
  await link()
  const [{ id: lira }, { id: euro }] = [await shop.variant('A1', 'S'), await shop.variant('A2', 'S')]
  await run(
    `update prices set currency_code = 'EUR', amount_minor = 1234 where tenant_id = $1 and variant_id = $2 and price_group = 'CB'`,
    euro,
  )
  const body = orderBody({
    lines: [
      [lira, 1],
      [euro, 2, 12.34],
    ],
  })
  const inEuro = { ...body.lines[1], priceCurrencyCode: 'EUR' }
  const sent = { ...body, lines: [body.lines[0], inEuro] }
  const { body: placed } = await shop.dealer.post('/api/Shop/PostShopCart', sent)
  expect(placed).toMatchObject({ success: true })
  let isFirst = true
  erp.behave(({ document }) => {
    if (document?.currencyCode !== 'EUR' || !isFirst) return undefined
    isFirst = false
    return { status: 500 }
  })
  dispatcher().start()
  await waitUntil(async () => (await queue())[0]?.may_exist === true && (await states())[0] === 'pending')
  clockOffsetMs = 60_000
  await waitUntil(allSent)
  expect([...erp.orders].map(([key, { times }]) => [key, times])).toEqual([
    [placed.guidKey, 1],
    [`${placed.guidKey}-EUR`, 1],
  ])
  expect(await queue()).toMatchObject([{ erp_number: 'E1000, E1001' }])
})

test('one tenant’s slow ERP does not delay other tenants', async () => {
  await link()
  await placeOrder()
  erp.behave(({ method }) => (method === 'PUT' ? { after: 'silence' } : undefined))
  const slowTenant = { shop, erp }
  count += 1
  shop = await wholesaler(app, `erp-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
  await link()
  await placeOrder()
  dispatcher().start()
  await waitUntil(allSent)
  shop = slowTenant.shop
  expect(await states()).not.toContain('sent')
  await slowTenant.erp.close()
})

test('the password is encrypted, never shown, and never sent to another address', async () => {
  await link()
  const { body } = await shop.admin.get('/api/Erp/GetLink')
  expect(body.data.link).toEqual({
    kind: 'http',
    settings: {
      url: erp.url,
      productCode: '{itemCode}-{colorCode}-{size}{lotCode}',
      schedule: { customers: 0, products: 0, prices: 0, stock: 0 },
    },
    hasSecret: true,
    isAutomatic: true,
    isPaused: false,
    version: 1,
  })
  const [row] = await run<{ secret: Buffer }>(`select secret from erp_links where tenant_id = $1`)
  expect(row?.secret.includes(erp.secret)).toBe(false)
  const changes = await run<{ all: string }>(
    `select coalesce(before::text, '') || coalesce(after::text, '') as all from changes where tenant_id = $1`,
  )
  expect(changes.every(({ all }) => !all.includes(erp.secret))).toBe(true)
  const other = { kind: 'http', settings: { url: 'http://127.0.0.1:9/erp' }, isAutomatic: true, version: 1 }
  const refused = await shop.admin.post('/api/Erp/SaveLink', other)
  expect(refused.body).toMatchObject({ code: 'erp.secretRequired' })
  const { isAutomatic: _a, version: _v, ...tested } = other
  expect((await shop.admin.post('/api/Erp/TestLink', tested)).body).toMatchObject({
    code: 'erp.secretRequired',
  })
  const same = { kind: 'http', settings: { url: erp.url } }
  expect((await shop.admin.post('/api/Erp/TestLink', same)).body.data).toEqual({
    isUp: true,
    said: 'Test ERP',
  })
  const wrong = await shop.admin.post('/api/Erp/TestLink', { ...same, secret: 'another' })
  expect(wrong.body.data).toMatchObject({ isUp: false, errorClass: 'auth' })
  expect((await shop.agent.get('/api/Erp/GetLink')).status).toBe(403)
})

test('internal addresses are refused unless allowed', async () => {
  allowNetworks([])
  try {
    const given = { kind: 'http', settings: { url: erp.url }, secret: erp.secret }
    for (const url of [
      erp.url,
      erp.url.replace('127.0.0.1', 'localhost'),
      erp.url.replace('127.0.0.1', '[::1]'),
    ]) {
      const { body } = await shop.admin.post('/api/Erp/TestLink', { ...given, settings: { url } })
      expect(body.data).toMatchObject({ isUp: false, errorClass: 'down' })
      expect(body.data.said).toMatch(/inside the operator's network/)
    }
    expect(erp.asked).toEqual([])
  } finally {
    allowNetworks(['127.0.0.1'])
  }
})

test('testing a link does not reveal which internal names exist', async () => {
  allowNetworks([])
  try {
    const answers: string[] = []
    // Internal, resolving to internal, and unknown; by HTTP and SFTP.
    for (const host of ['127.0.0.1', '10.255.0.7', 'localhost', 'nobody.invalid', 'erp.nobody.invalid']) {
      const server = { host, port: 22, username: 'x', hostKey: `SHA256:${'x'.repeat(43)}` }
      for (const given of [
        { kind: 'http', settings: { url: `http://${host}:9` }, secret: 'x' },
        { kind: 'files', settings: { where: 'sftp', ...server }, secret: 'x' },
      ]) {
        const { status, body } = await shop.admin.post('/api/Erp/TestLink', given)
        expect([status, body.fields]).toEqual([200, undefined])
        answers.push(JSON.stringify(body.data).replaceAll(host, 'HOST'))
      }
    }
    expect(answers.filter((answer) => !answer.includes('HOST'))).toEqual([])
    expect([...new Set(answers)]).toHaveLength(1)
  } finally {
    allowNetworks(['127.0.0.1'])
  }
})

test('zero bytes in the ERP’s answer do not prevent settling an order', async () => {
  await link()
  const status = { status: 422, body: { error: 'no\0such product' } }
  erp.behave(({ method }) => (method === 'PUT' ? status : undefined))
  dispatcher().start()
  await placeOrder()
  await waitUntil(async () => (await states())[0] === 'dead')
  expect(await run(`select error from order_transfers where tenant_id = $1`)).toEqual([
    { error: 'nosuch product' },
  ])
  const body = { id: 'a\0b', number: 'E\0', totalMinor: 10_000, lineCount: 1 }
  erp.behave(({ method }) => (method === 'PUT' ? { status: 200, body } : undefined))
  const [dead] = await queue()
  await shop.admin.post('/api/Erp/Retry', { ids: [dead?.id] })
  await waitUntil(allSent)
  expect(await queue()).toMatchObject([{ erp_number: 'E' }])
})
