import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type HttpErp, startHttpErp } from '#test/erp/httpErp.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testJobs } from '#test/jobs.ts'
import { careFor, erpCareJob } from './care.ts'
import { allowNetworks } from './outside.ts'
import { erpTransferJob } from './transferJob.ts'

let app: TestApp
let shop: Wholesaler
let erp: HttpErp
let count = 0
/** Milliseconds that the clock is ahead. */
let ahead = 0
const said: string[] = []
const hour = 60 * 60_000

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
  ahead = 0
  app.mailServer.received.length = 0
  shop = await wholesaler(app, `care-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
  await run(`update users set email = 'admin@example.com' where tenant_id = $1 and username = 'admin'`)
  const given = { kind: 'http', settings: { url: erp.url }, secret: erp.secret, isAutomatic: true }
  await shop.admin.post('/api/Erp/SaveLink', given)
  return () => erp.close()
})

const now = () => new Date(Date.now() + ahead)
function run<Found extends object>(text: string, ...values: unknown[]): Promise<Found[]> {
  return app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query<Found>({ text }, ...values))
}
async function place(): Promise<{ id: string; guidKey: string }> {
  const { id } = await shop.variant('A1', 'S')
  const { body } = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 1]] }))
  return { id: body.orderId, guidKey: body.guidKey }
}
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; waited < 8000; waited += 20) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It has not become so')
}

/** Looks after the link once. */
async function care(): Promise<void> {
  const { database, tenants, secrets, mailer } = app
  const tenant = (await tenants.all()).find(({ id }) => id === shop.tenantId)
  if (!tenant) throw new Error('There is no such tenant')
  await careFor({ database, tenants, secrets, mailer }, tenant, { say: (line) => void said.push(line), now })
  if (said.length > 0) throw new Error(said.join('\n'))
}
/** Sends as many orders as wait. */
async function send(number: number): Promise<void> {
  const { database, secrets } = app
  const erpTransfer = erpTransferJob({ database, secrets }, { now })
  const one = testJobs(database, { erpTransfer }, { said, now })
  one.ring(shop.tenantId, 'erpTransfer')
  await until(async () => {
    const sent = await run(`select from order_transfers where tenant_id = $1 and state = 'sent'`)
    return sent.length === number
  })
  await one.stop()
}
const read = async () => (await shop.admin.get('/api/Erp/GetReconciliations')).body.data
const subjects = () => app.mailServer.received.map(({ to, subject }) => `${to}: ${subject}`)

test('admins hear of orders that do not get through after 15 minutes, 4 hours, then daily, and when it is over', async () => {
  await place()
  await care()
  ahead = 14 * 60_000
  await care()
  expect(subjects()).toEqual([])
  for (const [hours, mails] of [
    [0.26, 1],
    [3, 1],
    [4.1, 2],
    [20, 2],
    [28.2, 3],
    [52.3, 4],
  ] as const) {
    ahead = hours * hour
    await Promise.all([care(), care()])
    expect([hours, app.mailServer.received.length]).toEqual([hours, mails])
  }
  expect(subjects()[0]).toBe(`admin@example.com: Wholesaler ${shop.key}: 1 sipariş ERP’ye ulaşmıyor`)
  expect(app.mailServer.received[0]?.text).toMatch(/Bekleyen: 1\nERP’nin reddettiği: 0/)
  await send(1)
  await care()
  await care()
  expect(subjects().slice(4)).toEqual([
    `admin@example.com: Wholesaler ${shop.key}: siparişler yine ERP’ye ulaşıyor`,
  ])
})

test('both sides are compared: what is missing there, of another total, or there unasked', async () => {
  const [gone, other, fine, early] = [await place(), await place(), await place(), await place()]
  await run(
    `update order_transfers set state = 'held', held_because = 'office' where tenant_id = $1 and order_id = $2`,
    early.id,
  )
  await send(3)
  erp.orders.delete(gone.guidKey)
  const changed = erp.orders.get(other.guidKey)
  const same = erp.orders.get(fine.guidKey)
  if (!changed || !same) throw new Error('Not sent')
  changed.document = { ...changed.document, totalMinor: 99 }
  erp.orders.set(early.guidKey, { ...same, number: 'E77' })
  await care()
  const { body } = await shop.admin.get('/api/Erp/GetReconciliations')
  expect(body.data.runs).toMatchObject([{ checked: 3, missing: 1, different: 1, unexpected: 1, error: '' }])
  expect(body.data.runs[0].findings).toMatchObject([
    { what: 'missing', orderId: gone.id, oursMinor: 100_00, currencyCode: 'TRY' },
    { what: 'different', orderId: other.id, oursMinor: 100_00, erpMinor: 99 },
    { what: 'unexpected', orderId: early.id, erpNumber: 'E77', currencyCode: 'TRY' },
  ])
  // Once a night, unless somebody asks.
  await care()
  expect((await read()).runs).toHaveLength(1)
  // The next two o'clock of Turkey, which is three hours ahead.
  expect((await read()).isDue).toBe(false)
  expect((await read()).nextAt).toMatch(/T23:00:00.000Z$/)
  await shop.admin.post('/api/Erp/StartReconciliation', {})
  expect(await read()).toMatchObject({ isDue: true, runs: [{}] })
  await care()
  ahead = 25 * hour
  await care()
  expect((await read()).runs).toHaveLength(3)
})

test.each([
  ['20:59', 2.02],
  ['21:01', 1.98],
  ['22:59', 0.02],
  ['23:00', 24],
  ['09:00', 14],
])(
  'after one at %s UTC the next comparison is at two in the morning, %d hours later',
  async (time, hours) => {
    await place()
    await send(1)
    const at = new Date(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`).getTime()
    ahead = at + 24 * hour - Date.now()
    await care()
    const { nextAt } = await read()
    expect((new Date(nextAt).getTime() - at - 24 * hour) / hour).toBeCloseTo(hours, 1)
  },
)

test('whoever asks for a comparison need not wait for the round', async () => {
  await place()
  await send(1)
  const erpCare = erpCareJob(app, { say: (line) => void said.push(line), now })
  const all = testJobs(app.database, { erpCare }, { said, now })
  expect((await shop.admin.post('/api/Erp/StartReconciliation')).status).toBe(200)
  all.ring(shop.tenantId, 'erpCare')
  all.ring(shop.tenantId, 'erpCare')
  await all.stop()
  expect((await read()).runs).toMatchObject([{ checked: 1, findings: [], endedAt: expect.any(String) }])
  all.ring(shop.tenantId, 'erpCare')
  await all.stop()
  expect((await read()).runs).toHaveLength(1)
})

test('requests that no agent has fetched are forgotten, also where there is no agent any more', async () => {
  const lay = (hours: number) =>
    run(
      `insert into erp_agent_requests (tenant_id, id, method, path, created_at, expires_at)
       values ($1, gen_random_uuid(), 'GET', '/stock', now() - $2 * interval '1 h', now())`,
      hours,
    )
  await lay(2)
  await lay(0)
  await care()
  expect(await run(`select id from erp_agent_requests where tenant_id = $1`)).toHaveLength(1)
})
