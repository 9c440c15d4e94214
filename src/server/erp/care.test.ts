import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type HttpErp, startHttpErp } from '#test/erp/httpErp.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testJobs } from '#test/jobs.ts'
import { careFor, erpCareJob } from './care.ts'
import { allowNetworks } from './outbound.ts'
import { erpTransferJob } from './transferJob.ts'

let app: TestApp
let shop: Wholesaler
let erp: HttpErp
let count = 0
let clockOffsetMs = 0
const loggedLines: string[] = []
const hourMs = 60 * 60_000

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
  app.mailServer.received.length = 0
  shop = await wholesaler(app, `care-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
  await run(`update users set email = 'admin@example.com' where tenant_id = $1 and username = 'admin'`)
  const given = { kind: 'http', settings: { url: erp.url }, secret: erp.secret, isAutomatic: true }
  await shop.admin.post('/api/Erp/SaveLink', given)
  return () => erp.close()
})

const now = () => new Date(Date.now() + clockOffsetMs)
function run<Found extends object>(text: string, ...values: unknown[]): Promise<Found[]> {
  return app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query<Found>({ text }, ...values))
}
async function placeOrder(): Promise<{ id: string; guidKey: string }> {
  const { id } = await shop.variant('A1', 'S')
  const { body } = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 1]] }))
  return { id: body.orderId, guidKey: body.guidKey }
}
async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; waited < 8000; waited += 20) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It has not become so')
}

async function runCare(): Promise<void> {
  const { database, tenants, secrets, mailer } = app
  const tenant = (await tenants.all()).find(({ id }) => id === shop.tenantId)
  if (!tenant) throw new Error('There is no such tenant')
  await careFor({ database, tenants, secrets, mailer }, tenant, {
    say: (line) => void loggedLines.push(line),
    now,
  })
  if (loggedLines.length > 0) throw new Error(loggedLines.join('\n'))
}
async function sendOrders(number: number): Promise<void> {
  const { database, secrets } = app
  const erpTransfer = erpTransferJob({ database, secrets }, { now })
  const one = testJobs(database, { erpTransfer }, { said: loggedLines, now })
  one.wake(shop.tenantId, 'erpTransfer')
  await waitUntil(async () => {
    const sent = await run(`select from order_transfers where tenant_id = $1 and state = 'sent'`)
    return sent.length === number
  })
  await one.stop()
}
const read = async () => (await shop.admin.get('/api/Erp/GetReconciliations')).body.data
const subjects = () => app.mailServer.received.map(({ to, subject }) => `${to}: ${subject}`)

test('mails admins about stuck orders after 15 minutes, 4 hours, then daily, and when resolved', async () => {
  await placeOrder()
  await runCare()
  clockOffsetMs = 14 * 60_000
  await runCare()
  expect(subjects()).toEqual([])
  for (const [hours, mails] of [
    [0.26, 1],
    [3, 1],
    [4.1, 2],
    [20, 2],
    [28.2, 3],
    [52.3, 4],
  ] as const) {
    clockOffsetMs = hours * hourMs
    await Promise.all([runCare(), runCare()])
    expect([hours, app.mailServer.received.length]).toEqual([hours, mails])
  }
  expect(subjects()[0]).toBe(`admin@example.com: Wholesaler ${shop.key}: 1 sipariş ERP’ye ulaşmıyor`)
  expect(app.mailServer.received[0]?.text).toMatch(/Bekleyen: 1\nERP’nin reddettiği: 0/)
  await sendOrders(1)
  await runCare()
  await runCare()
  expect(subjects().slice(4)).toEqual([
    `admin@example.com: Wholesaler ${shop.key}: siparişler yine ERP’ye ulaşıyor`,
  ])
})

test('reconciliation finds missing, different and unexpected orders', async () => {
  const [gone, other, fine, early] = [
    await placeOrder(),
    await placeOrder(),
    await placeOrder(),
    await placeOrder(),
  ]
  await run(
    `update order_transfers set state = 'held', held_because = 'office' where tenant_id = $1 and order_id = $2`,
    early.id,
  )
  await sendOrders(3)
  erp.orders.delete(gone.guidKey)
  const changed = erp.orders.get(other.guidKey)
  const same = erp.orders.get(fine.guidKey)
  if (!changed || !same) throw new Error('Not sent')
  changed.document = { ...changed.document, totalMinor: 99 }
  erp.orders.set(early.guidKey, { ...same, number: 'E77' })
  await runCare()
  const { body } = await shop.admin.get('/api/Erp/GetReconciliations')
  expect(body.data.runs).toMatchObject([{ checked: 3, missing: 1, different: 1, unexpected: 1, error: '' }])
  expect(body.data.runs[0].findings).toMatchObject([
    { what: 'missing', orderId: gone.id, oursMinor: 100_00, currencyCode: 'TRY' },
    { what: 'different', orderId: other.id, oursMinor: 100_00, erpMinor: 99 },
    { what: 'unexpected', orderId: early.id, erpNumber: 'E77', currencyCode: 'TRY' },
  ])
  // Once a night, unless requested.
  await runCare()
  expect((await read()).runs).toHaveLength(1)
  // 2 a.m. in Turkey (UTC+3).
  expect((await read()).isDue).toBe(false)
  expect((await read()).nextAt).toMatch(/T23:00:00.000Z$/)
  await shop.admin.post('/api/Erp/StartReconciliation', {})
  expect(await read()).toMatchObject({ isDue: true, runs: [{}] })
  await runCare()
  clockOffsetMs = 25 * hourMs
  await runCare()
  expect((await read()).runs).toHaveLength(3)
})

test.each([
  ['20:59', 2.02],
  ['21:01', 1.98],
  ['22:59', 0.02],
  ['23:00', 24],
  ['09:00', 14],
])(
  'after one at %s UTC, the next reconciliation is at 2 a.m. in Turkey, %d hours later',
  async (time, hours) => {
    await placeOrder()
    await sendOrders(1)
    const at = new Date(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`).getTime()
    clockOffsetMs = at + 24 * hourMs - Date.now()
    await runCare()
    const { nextAt } = await read()
    expect((new Date(nextAt).getTime() - at - 24 * hourMs) / hourMs).toBeCloseTo(hours, 1)
  },
)

test('a requested reconciliation does not wait for the next round', async () => {
  await placeOrder()
  await sendOrders(1)
  const erpCare = erpCareJob(app, { say: (line) => void loggedLines.push(line), now })
  const all = testJobs(app.database, { erpCare }, { said: loggedLines, now })
  expect((await shop.admin.post('/api/Erp/StartReconciliation')).status).toBe(200)
  all.wake(shop.tenantId, 'erpCare')
  all.wake(shop.tenantId, 'erpCare')
  await all.stop()
  expect((await read()).runs).toMatchObject([{ checked: 1, findings: [], endedAt: expect.any(String) }])
  all.wake(shop.tenantId, 'erpCare')
  await all.stop()
  expect((await read()).runs).toHaveLength(1)
})

test('deletes unfetched agent requests, also without an agent', async () => {
  const addRequest = (hours: number) =>
    run(
      `insert into erp_agent_requests (tenant_id, id, method, path, created_at, expires_at)
       values ($1, gen_random_uuid(), 'GET', '/stock', now() - $2 * interval '1 h', now())`,
      hours,
    )
  await addRequest(2)
  await addRequest(0)
  await runCare()
  expect(await run(`select id from erp_agent_requests where tenant_id = $1`)).toHaveLength(1)
})
