import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { type InjectedFault, startHttpErp } from '#test/erp/httpErp.ts'
import { useHttpErp, useTransfers } from '#test/erp/useTransfers.ts'
import { makeDue } from '#test/jobs.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'
import { ErpError } from './connector.ts'
import { allowNetworks } from './outbound.ts'
import { erpTransferJob } from './transferJob.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop, { holdMs: 600, timeoutMs: 300 })
const { dispatcher, queue, states, outcomes, state, transferOf } = transfers
const { waitUntil, untilStates, untilAllSent, untilUncertain } = transfers
const http = useHttpErp(transfers)
const { link } = http
beforeEach(() => link())
const oncePut = (fault: InjectedFault) => {
  let isFirst = true
  http.erp.behave(({ method }) => {
    if (method !== 'PUT' || !isFirst) return undefined
    isFirst = false
    return fault
  })
}
const everyPut = (fault: InjectedFault) =>
  http.erp.behave(({ method }) => (method === 'PUT' ? fault : undefined))

test('sends an order to the ERP, then marks it transferred and locks it', async () => {
  const placed = await shop.place({ lines: { 'A1 S': 3, 'B1 L4': 2 }, description: 'Ön kapıya' })
  const { id, body } = placed
  expect(await states()).toBe('pending')
  dispatcher().start()
  await untilAllSent()
  const sent = http.erp.orders.get(placed.guidKey)?.document
  expect(sent).toMatchObject({
    key: placed.guidKey,
    orderNumber: placed.number,
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
  const { body: shown } = await shop.dealer.get('/api/Shop/GetOrderById', { id })
  expect(shown.data).toMatchObject({ transfer: true, isWaiting: false })
  expect(Date.parse(shown.data.transferedDate)).toBeGreaterThan(Date.now() - 60_000)
  const again = { ...body, lines: [body.lines[0]], version: 1 }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', again)).body.code).toBe('order.transferred')
  const { body: way } = await shop.admin.get('/api/Erp/GetOrderTransfer', { id })
  expect(way.data).toMatchObject({
    transfer: { state: 'sent', erpNumber: 'E1000', attempts: 1 },
    attempts: [{ attempt: 1, outcome: 'sent', erpNumber: 'E1000', error: '' }],
  })
})

test('sends a placed order at once, without waiting for the periodic sweep', async () => {
  // Without periodic sweeps.
  const all = [dispatcher(), dispatcher()]
  let wakeUps = 0
  app.erpWaker.woken = (tenantId) => {
    wakeUps += 1
    all[wakeUps % 2]?.wake(tenantId, 'erpTransfer')
  }
  const orders = []
  for (let number = 1; number <= 6; number += 1) {
    orders.push(await shop.place())
    if (number % 2 === 0) await untilAllSent()
  }
  await untilAllSent()
  expect([...http.erp.orders.values()].map(({ times }) => times)).toEqual(orders.map(() => 1))
  await link({ isAutomatic: false })
  const late = await shop.place()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [late.id] })
  await waitUntil(() => http.erp.orders.size === 7)
  await untilAllSent()
})

test('without automatic transfer, sends only what the office sends, once', async () => {
  await link({ isAutomatic: false })
  const [kept, sent] = [await shop.place(), await shop.place()]
  dispatcher().start()
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [sent.id] })
  await untilStates('sent')
  expect([...http.erp.orders.keys()]).toEqual([sent.guidKey])
  expect(http.erp.orders.has(kept.guidKey)).toBe(false)
})

test('loses nothing while the ERP is down, and sends in order afterwards', async () => {
  const port = Number(new URL(http.erp.url).port)
  await http.erp.close()
  dispatcher().start()
  const orders = [await shop.place(), await shop.place(), await shop.place()]
  await waitUntil(async () => (await state()).condition === 'down')
  expect(await states()).toBe('pending,pending,pending')
  // Orders can be amended as long as nothing can have arrived.
  await shop.place({ lines: { 'A1 S': 5 }, guidKey: orders[1]?.guidKey, version: 1 })
  http.erp = await startHttpErp(port)
  expect(http.erp.asked).toEqual([])
  transfers.clockOffsetMs = 6 * 60_000
  await untilAllSent()
  expect([...http.erp.orders.keys()]).toEqual(orders.map(({ guidKey }) => guidKey))
  expect(http.erp.orders.get(orders[1]?.guidKey ?? '')?.document.lines[0]?.qty).toBe(5)
  expect(await state()).toMatchObject({ condition: 'up', waiting: 0, sent: 3 })
})

test('probes once while the ERP is down, and not at all after a wrong password', async () => {
  await link({ secret: 'not the one' })
  await shop.place()
  dispatcher().start()
  dispatcher().start()
  await waitUntil(async () => (await state()).condition === 'auth')
  const tried = (await queue())[0]?.attempts
  transfers.clockOffsetMs = 14 * 60_000
  await sleep(500)
  expect((await queue())[0]?.attempts).toBe(tried)
  await link()
  await untilAllSent()
})

describe('an order with an unknown outcome', () => {
  for (const after of ['reset', 'silence'] as const) {
    test(`is looked up before it is sent again (${after})`, async () => {
      oncePut({ after })
      const { id, guidKey, body } = await shop.place()
      dispatcher().start()
      await untilUncertain()
      const changed = { ...body, description: 'x', version: 1 }
      for (const { body: refused } of [
        await shop.dealer.post('/api/Shop/PostShopCart', changed),
        await shop.admin.get('/api/Shop/DeleteOrder', { id }),
      ]) {
        expect(refused.code).toBe('order.transferring')
      }
      transfers.clockOffsetMs = 60_000
      await untilAllSent()
      expect(http.erp.orders.get(guidKey)?.times).toBe(1)
      expect(await outcomes()).toEqual(['unknown', 'found'])
    })
  }

  test('is sent if the ERP does not have it', async () => {
    oncePut({ before: 'reset' })
    const { guidKey } = await shop.place()
    dispatcher().start()
    await waitUntil(async () => (await queue())[0]?.may_exist === true)
    transfers.clockOffsetMs = 60_000
    await untilAllSent()
    expect(http.erp.orders.get(guidKey)?.times).toBe(1)
    const asked = http.erp.asked.filter((line) => line.includes('/orders/'))
    expect(asked.map((line) => line.slice(0, 3))).toEqual(['PUT', 'GET', 'PUT'])
  })

  test('does not wait longer because of earlier outages', async () => {
    await shop.place()
    await shop.update('order_transfers set attempts = 5')
    await shop.query(
      `insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at, ended_at, outcome)
       select $1, order_id, n, 1, now(), now(), 'down' from order_transfers, generate_series(1, 5) n
       where tenant_id = $1`,
    )
    everyPut({ before: 'reset' })
    const pauses: number[] = []
    dispatcher().start()
    for (const tried of [6, 7, 8]) {
      await waitUntil(async () => (await queue())[0]?.attempts === tried && (await states()) === 'pending')
      const [row] = await shop.query<{ pause: number }>(
        `select extract(epoch from next_attempt_at - $2)::float8 as pause from order_transfers where tenant_id = $1`,
        transfers.now(),
      )
      pauses.push(Math.round((row?.pause ?? 0) / 5) * 5)
      transfers.clockOffsetMs += 3 * 60_000
    }
    expect(pauses).toEqual([5, 30, 120])
  })

  test('needs a person if the ERP has it with other contents', async () => {
    const { id, guidKey } = await shop.place()
    everyPut({ after: 'reset' })
    dispatcher().start()
    await untilUncertain()
    const there = http.erp.orders.get(guidKey)
    if (there) there.document = { ...there.document, totalMinor: 1 }
    transfers.clockOffsetMs = 60_000
    await untilStates('dead')
    const error = expect.stringContaining('different contents: 0.01 TRY')
    expect(await transferOf(id)).toMatchObject({ error, mayExist: true })
    const marked = await shop.admin.post('/api/Erp/MarkEntered', { id, erpNumber: 'BY-HAND-1' })
    expect(marked.status).toBe(200)
    expect(await queue()).toMatchObject([{ state: 'sent', erp_number: 'BY-HAND-1' }])
  })
})

test('a rejected order does not block others, shows why, and is sent again once fixed', async () => {
  const [bad, good] = [await shop.place(), await shop.place()]
  http.erp.behave(({ document }) =>
    document?.key === bad.guidKey && document.lines[0]?.qty === 1
      ? { status: 422, body: { error: 'A1-01-S is not sold any more' } }
      : undefined,
  )
  dispatcher().start()
  await untilStates('dead,sent')
  expect([...http.erp.orders.keys()]).toEqual([good.guidKey])
  const { body: list } = await shop.admin.post('/api/Erp/GetTransfers', { state: 'dead' })
  const refused = { errorClass: 'rejected', error: 'A1-01-S is not sold any more', mayExist: false }
  expect(list.data).toMatchObject({ total: 1, items: [{ orderId: bad.id, ...refused }] })
  await shop.place({ lines: { 'A1 S': 2 }, guidKey: bad.guidKey, version: 1 })
  await untilAllSent()
  expect(http.erp.orders.get(bad.guidKey)?.document).toMatchObject({ orderVersion: 2, lines: [{ qty: 2 }] })
})

test('resends all orders rejected with one error; held ones stay', async () => {
  everyPut({ status: 409, body: { error: 'Period closed' } })
  const orders = [await shop.place(), await shop.place(), await shop.place()]
  dispatcher().start()
  await untilStates('dead,dead,dead')
  const ids = [orders[0]?.id]
  expect((await shop.admin.post('/api/Erp/Hold', { ids })).body.data).toEqual({ held: 1 })
  http.erp.behave(undefined)
  const retried = await shop.admin.post('/api/Erp/Retry', { error: 'Period closed' })
  expect(retried.body.data).toEqual({ queued: 2 })
  await untilStates('held,sent,sent')
  expect((await shop.admin.post('/api/Erp/Retry', { ids })).body.data).toEqual({ queued: 1 })
  await untilAllSent()
})

test('concurrent dispatchers send each order once; a paused link sends none', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => shop.place()))
  await shop.admin.post('/api/Erp/Pause', { isPaused: true })
  for (let index = 0; index < 3; index += 1) dispatcher().start()
  await sleep(200)
  expect(http.erp.orders.size).toBe(0)
  await shop.admin.post('/api/Erp/Pause', { isPaused: false })
  await untilAllSent()
  expect(http.erp.orders.size).toBe(orders.length)
  expect([...http.erp.orders.values()].every(({ times }) => times === 1)).toBe(true)
})

describe('While orders are being sent', () => {
  /** Delays the first call of any method, or of one. */
  function delayNextAnswer(onlyMethod?: string): { arrived: Promise<void>; release: () => void } {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let isFirst = true
    http.erp.delay = async ({ method }) => {
      if ((onlyMethod && method !== onlyMethod) || !isFirst) return
      isFirst = false
      arrive()
      await released
    }
    return { arrived, release }
  }

  test('a pause takes effect before the next order', async () => {
    for (let number = 1; number <= 3; number += 1) await shop.place()
    const { arrived, release } = delayNextAnswer('PUT')
    dispatcher({ timeoutMs: 5000 }).start()
    await arrived
    await shop.admin.post('/api/Erp/Pause', { isPaused: true })
    release()
    await waitUntil(async () => (await states()).includes('sent'))
    await sleep(300)
    expect(await states()).toBe('sent,pending,pending')
    await shop.admin.post('/api/Erp/Pause', { isPaused: false })
    await untilAllSent()
  })

  test('waiting orders go to the newly linked ERP', async () => {
    const orders = [await shop.place(), await shop.place(), await shop.place()]
    const { arrived, release } = delayNextAnswer('PUT')
    dispatcher({ timeoutMs: 5000 }).start()
    await arrived
    const before = http.erp
    http.erp = await startHttpErp()
    await link()
    release()
    await untilAllSent()
    expect([...before.orders.keys()]).toEqual(orders.slice(0, 1).map(({ guidKey }) => guidKey))
    expect([...http.erp.orders.keys()]).toEqual(orders.slice(1).map(({ guidKey }) => guidKey))
    await before.close()
  })

  test('a late refusal of the old key does not block orders after the right key was saved', async () => {
    await link({ secret: 'not the one' })
    await shop.place()
    const { arrived, release } = delayNextAnswer()
    dispatcher({ timeoutMs: 5000 }).start()
    await arrived
    await link()
    release()
    await waitUntil(async () => (await state()).condition === 'up')
    expect(await states()).toBe('sent')
  })

  test('sends nothing while transfers are disabled', async () => {
    await shop.place()
    await shop.query(`update tenant_settings set transfer_enabled = false where tenant_id = $1`)
    const one = dispatcher()
    one.start()
    one.wake(shop.tenantId, 'erpTransfer')
    await sleep(300)
    expect(await states()).toBe('pending')
    await shop.query(`update tenant_settings set transfer_enabled = true where tenant_id = $1`)
    await makeDue(app.database, shop.tenantId, 'erpTransfer')
    await untilAllSent()
  })
})

describe('An uncertain order after the link was replaced', () => {
  async function makeUncertainOrder(): Promise<{ id: string; guidKey: string }> {
    everyPut({ after: 'reset' })
    const order = await shop.place()
    const one = dispatcher()
    one.start()
    await untilUncertain()
    await one.stop()
    return order
  }
  const ids = ({ id }: { id: string }) => ({ ids: [id] })

  test('goes to the new ERP only after somebody marks it as gone', async () => {
    const order = await makeUncertainOrder()
    const before = http.erp
    http.erp = await startHttpErp()
    await link()
    dispatcher().start()
    await untilStates('dead')
    expect(await transferOf(order.id)).toMatchObject({
      mayExist: true,
      error: 'It may be in the ERP that was connected before, and is not in this one. It is not sent again.',
    })
    await shop.admin.post('/api/Erp/Retry', ids(order))
    await waitUntil(async () => (await queue())[0]?.attempts === 3 && (await states()) === 'dead')
    expect(http.erp.orders.size).toBe(0)
    expect((await shop.admin.post('/api/Erp/MarkGone', { id: order.id })).status).toBe(200)
    await shop.admin.post('/api/Erp/Retry', ids(order))
    await untilAllSent()
    expect([http.erp.orders.get(order.guidKey)?.times, before.orders.size]).toEqual([1, 1])
    await before.close()
  })

  test('counts as sent if it is the same ERP at another address', async () => {
    const order = await makeUncertainOrder()
    const before = http.erp
    http.erp = await startHttpErp()
    for (const [key, one] of before.orders) http.erp.orders.set(key, one)
    await before.close()
    await link()
    dispatcher().start()
    await untilAllSent()
    expect(http.erp.orders.get(order.guidKey)?.times).toBe(1)
  })
})

test('takes over what a dead process was sending, and looks it up first', async () => {
  const { guidKey } = await shop.place()
  everyPut({ after: 'silence' })
  const deadProcess = dispatcher()
  deadProcess.start()
  await waitUntil(async () => http.erp.orders.size === 1)
  // Stop it from recording anything, as if killed.
  await shop.update(`jobs set holder = gen_random_uuid() where kind = 'erpTransfer'`)
  await shop.update('order_transfers set attempts = attempts + 1')
  await shop.query(
    `insert into transfer_attempts (tenant_id, order_id, attempt, order_version, started_at)
     select $1, order_id, attempts, 1, now() from order_transfers where tenant_id = $1`,
  )
  await deadProcess.stop()
  http.erp.behave(undefined)
  dispatcher().start()
  await untilAllSent()
  expect(http.erp.orders.get(guidKey)?.times).toBe(1)
})

test('a process that stalled longer than its hold takes no more orders', async () => {
  const orders = [await shop.place(), await shop.place()]
  let isHeld = true
  http.erp.behave(({ method }) => (method === 'PUT' && isHeld ? { after: 'silence' } : undefined))
  // Heartbeats come every ten seconds, so it cannot have noticed yet.
  const slowProcess = dispatcher({ holdMs: 30_000 })
  slowProcess.wake(shop.tenantId, 'erpTransfer')
  await waitUntil(() => http.erp.orders.size === 1)
  await shop.update(
    `jobs set holder = gen_random_uuid(), held_until = now() + interval '1 minute' where kind = 'erpTransfer'`,
  )
  await shop.update(`order_transfers set attempts = attempts + 1 where state = 'sending'`)
  isHeld = false
  const ended = () =>
    shop.query(`select from transfer_attempts where tenant_id = $1 and attempt = 1 and ended_at is not null`)
  await waitUntil(async () => (await ended()).length === 1)
  await sleep(200)
  expect(http.erp.orders.has(orders[1]?.guidKey ?? '')).toBe(false)
  // The slow process's result is ignored.
  expect(await queue()).toMatchObject([
    { state: 'sending', attempts: 2 },
    { state: 'pending', attempts: 0 },
  ])
})

test('a process with a fast clock does not steal the queue', async () => {
  await shop.place()
  everyPut({ after: 'silence' })
  const slowProcess = dispatcher({ timeoutMs: 3000 })
  slowProcess.wake(shop.tenantId, 'erpTransfer')
  await untilStates('sending')
  transfers.clockOffsetMs = 3 * 60 * 60_000
  const fastClockProcess = dispatcher()
  fastClockProcess.wake(shop.tenantId, 'erpTransfer')
  await fastClockProcess.stop()
  expect(await queue()).toMatchObject([{ state: 'sending', attempts: 1 }])
  await slowProcess.stop()
  http.erp.behave(undefined)
  dispatcher().start()
  await untilAllSent()
})

test('an order that always fails delays the others only briefly', async () => {
  const [bad, good] = [await shop.place(), await shop.place()]
  http.erp.behave(({ document }) => (document?.key === bad.guidKey ? { status: 503 } : undefined))
  dispatcher().start()
  await waitUntil(async () => (await state()).condition === 'down')
  expect((await shop.admin.post('/api/Erp/TryNow')).status).toBe(200)
  expect(Date.parse((await state()).nextTryAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  for (let tries = 0; tries < 6 && !http.erp.orders.has(good.guidKey); tries += 1) {
    transfers.clockOffsetMs += 16_000
    await sleep(500)
  }
  expect([...http.erp.orders.keys()]).toEqual([good.guidKey])
})

test('a link that cannot be opened reports it and releases the queue', async () => {
  await shop.place()
  await shop.update(`erp_links set settings = '{}'`)
  const open = () => {
    throw new ErpError('auth', 'The settings are not complete')
  }
  const one = transfers.jobs({ erpTransfer: erpTransferJob(app, { open }) })
  one.wake(shop.tenantId, 'erpTransfer')
  await one.stop()
  const [stored] = await shop.query(
    `select s.error, j.holder from erp_states s join jobs j on j.tenant_id = $1 and j.kind = 'erpTransfer'
     where s.tenant_id = $1`,
  )
  expect(stored).toEqual({ error: 'The settings are not complete', holder: null })
})

test('an order in two currencies becomes two documents, each sent once', async () => {
  await shop.update(
    `prices set currency_code = 'EUR', amount_minor = 1234 where variant_id = $2 and price_group = 'CB'`,
    shop.id('A2 S'),
  )
  const body = shop.orderBody({ lines: { 'A1 S': 1, 'A2 S': [2, 12.34] } })
  const inEuro = { ...body.lines[1], priceCurrencyCode: 'EUR' }
  const sent = { ...body, lines: [body.lines[0], inEuro] }
  const { guidKey } = (await shop.dealer.post('/api/Shop/PostShopCart', sent)).body
  let isFirst = true
  http.erp.behave(({ document }) => {
    if (document?.currencyCode !== 'EUR' || !isFirst) return undefined
    isFirst = false
    return { status: 500 }
  })
  dispatcher().start()
  await untilUncertain()
  transfers.clockOffsetMs = 60_000
  await untilAllSent()
  expect([...http.erp.orders].map(([key, { times }]) => [key, times])).toEqual([
    [guidKey, 1],
    [`${guidKey}-EUR`, 1],
  ])
  expect(await queue()).toMatchObject([{ erp_number: 'E1000, E1001' }])
})

test('one tenant’s slow ERP does not delay other tenants', async () => {
  await shop.place()
  everyPut({ after: 'silence' })
  const other = await newShop(app)
  const { url, secret, orders, close } = await startHttpErp()
  const given = { kind: 'http', settings: { url }, secret, isAutomatic: true }
  expect((await other.admin.post('/api/Erp/SaveLink', given)).status).toBe(200)
  await other.place()
  dispatcher().start()
  await waitUntil(() => orders.size === 1)
  expect(await states()).not.toContain('sent')
  await close()
})

test('the password is encrypted, never shown, and never sent to another address', async () => {
  const { body } = await shop.admin.get('/api/Erp/GetLink')
  expect(body.data.link).toEqual({
    kind: 'http',
    settings: {
      url: http.erp.url,
      productCode: '{itemCode}-{colorCode}-{size}{lotCode}',
      schedule: { balances: 0, customers: 0, products: 0, prices: 0, stock: 0 },
    },
    hasSecret: true,
    isAutomatic: true,
    isPaused: false,
    version: 1,
  })
  const [row] = await shop.query<{ secret: Buffer }>(`select secret from erp_links where tenant_id = $1`)
  expect(row?.secret.includes(http.erp.secret)).toBe(false)
  const changes = await shop.query<{ all: string }>(
    `select coalesce(before::text, '') || coalesce(after::text, '') as all from changes where tenant_id = $1`,
  )
  expect(changes.every(({ all }) => !all.includes(http.erp.secret))).toBe(true)
  const other = { kind: 'http', settings: { url: 'http://127.0.0.1:9/erp' }, isAutomatic: true, version: 1 }
  const refused = await shop.admin.post('/api/Erp/SaveLink', other)
  expect(refused.body).toMatchObject({ code: 'erp.secretRequired' })
  const { isAutomatic: _a, version: _v, ...tested } = other
  expect((await shop.admin.post('/api/Erp/TestLink', tested)).body.code).toBe('erp.secretRequired')
  const same = { kind: 'http', settings: { url: http.erp.url } }
  const right = await shop.admin.post('/api/Erp/TestLink', same)
  expect(right.body.data).toEqual({ isUp: true, said: 'Test ERP' })
  const wrong = await shop.admin.post('/api/Erp/TestLink', { ...same, secret: 'another' })
  expect(wrong.body.data).toMatchObject({ isUp: false, errorClass: 'auth' })
})

describe('at internal addresses', () => {
  beforeEach(() => {
    allowNetworks([])
    return () => allowNetworks(['127.0.0.1'])
  })

  test.each(['127.0.0.1', 'localhost', '[::1]'])('an ERP at %s is refused unless allowed', async (host) => {
    const { erp } = http
    const settings = { url: erp.url.replace('127.0.0.1', host) }
    const { body } = await shop.admin.post('/api/Erp/TestLink', {
      kind: 'http',
      settings,
      secret: erp.secret,
    })
    const said = expect.stringContaining("inside the operator's network")
    expect(body.data).toMatchObject({ isUp: false, errorClass: 'down', said })
    expect(erp.asked).toEqual([])
  })

  test('a tried link does not reveal which names exist', async () => {
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
  })
})

test('zero bytes in the ERP’s answer do not prevent settling an order', async () => {
  everyPut({ status: 422, body: { error: 'no\0such product' } })
  dispatcher().start()
  await shop.place()
  await untilStates('dead')
  const [dead] = await queue()
  expect(dead?.error).toBe('nosuch product')
  const body = { id: 'a\0b', number: 'E\0', totalMinor: 10_000, lineCount: 1 }
  everyPut({ status: 200, body })
  await shop.admin.post('/api/Erp/Retry', { ids: [dead?.id] })
  await untilAllSent()
  expect(await queue()).toMatchObject([{ erp_number: 'E' }])
})
