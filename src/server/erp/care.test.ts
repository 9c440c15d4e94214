import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readTenant } from '#server/tenancy/tenants.ts'
import { useHttpErp, useTransfers } from '#test/erp/useTransfers.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { careFor, erpCareJob } from './care.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)
const { now, said } = transfers
const http = useHttpErp(transfers)
const hourMs = 60 * 60_000
const say = (line: string) => void said.push(line)

beforeEach(async () => {
  app.mailServer.received.length = 0
  await shop.update(`users set email = 'admin@example.com' where username = 'admin'`)
  await http.link()
})

async function runCare(): Promise<void> {
  const tenant = await readTenant(app.database, shop.tenantId)
  await careFor(app, tenant, { say, now })
  expect(said).toEqual([])
}
async function sendOrders(number: number): Promise<void> {
  const one = transfers.dispatcher()
  one.wake(shop.tenantId, 'erpTransfer')
  await transfers.waitUntil(
    async () => (await transfers.queue()).filter(({ state }) => state === 'sent').length === number,
  )
  await one.stop()
}
const read = async () => (await shop.admin.get('/api/Erp/GetReconciliations')).body.data
const subjects = () => app.mailServer.received.map(({ to, subject }) => `${to}: ${subject}`)

test('mails admins about stuck orders after 15 minutes, 4 hours, then daily, and when resolved', async () => {
  await shop.update(`tenant_settings set time_zone = 'Asia/Tokyo'`)
  await shop.place()
  await runCare()
  transfers.clockOffsetMs = 14 * 60_000
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
    transfers.clockOffsetMs = hours * hourMs
    await Promise.all([runCare(), runCare()])
    expect([hours, app.mailServer.received.length]).toEqual([hours, mails])
  }
  expect(subjects()[0]).toBe(`admin@example.com: Wholesaler ${shop.key}: 1 sipariş ERP’ye ulaşmıyor`)
  expect(app.mailServer.received[0]?.text).toMatch(/^\d+ .+ \d\d:\d\d GMT\+9 tarihinden beri/)
  expect(app.mailServer.received[0]?.text).toMatch(/Bekleyen: 1\nERP’nin reddettiği: 0/)
  await sendOrders(1)
  await runCare()
  await runCare()
  expect(subjects().slice(4)).toEqual([
    `admin@example.com: Wholesaler ${shop.key}: siparişler yine ERP’ye ulaşıyor`,
  ])
})

test('reconciliation tells where only VAT differs', async () => {
  await shop.update(`tenant_settings set tax_rates = '[{"code": "20", "name": "", "percent": 20}]'`)
  const [same, other] = [await shop.place(), await shop.place()]
  await sendOrders(2)
  const changed = http.erp.orders.get(other.guidKey)
  if (!changed) throw new Error('Not sent')
  expect(changed.document).toMatchObject({ totalMinor: 100_00, taxMinor: 20_00 })
  changed.document = { ...changed.document, taxMinor: 18_00 }
  await runCare()
  const { runs } = await read()
  expect(runs).toMatchObject([{ checked: 2, missing: 0, different: 1, unexpected: 0, error: '' }])
  expect(runs[0].findings).toMatchObject([
    { what: 'different', orderId: other.id, oursMinor: 20_00, erpMinor: 18_00, isTax: true },
  ])
  // An ERP that does not tell its VAT is compared as before.
  changed.document = { ...changed.document, taxMinor: undefined }
  await shop.admin.post('/api/Erp/StartReconciliation', {})
  await runCare()
  expect((await read()).runs[0]).toMatchObject({ different: 0 })
  expect(http.erp.orders.get(same.guidKey)?.document.lines[0]).toMatchObject({ taxPercent: 20 })
})

test('reconciliation finds missing, different, unexpected and unknown orders', async () => {
  const [gone, other, fine, early] = [
    await shop.place(),
    await shop.place(),
    await shop.place(),
    await shop.place(),
  ]
  await shop.update(
    `order_transfers set state = 'held', held_because = 'office' where order_id = $2`,
    early.id,
  )
  await sendOrders(3)
  http.erp.orders.delete(gone.guidKey)
  const changed = http.erp.orders.get(other.guidKey)
  const same = http.erp.orders.get(fine.guidKey)
  if (!changed || !same) throw new Error('Not sent')
  changed.document = { ...changed.document, totalMinor: 99 }
  http.erp.orders.set(early.guidKey, { ...same, number: 'E77' })
  // The first was lost here when a backup was restored; the second is not ours.
  http.erp.orders.set(`${randomUUID()} EUR`, { ...same, number: 'E78' })
  http.erp.orders.set('PO-2026-1', { ...same, number: 'E79' })
  await runCare()
  const { runs } = await read()
  expect(runs).toMatchObject([{ checked: 3, missing: 1, different: 1, unexpected: 1, unknown: 1, error: '' }])
  expect(runs[0].findings).toMatchObject([
    { what: 'missing', orderId: gone.id, oursMinor: 100_00, currencyCode: 'TRY' },
    { what: 'different', orderId: other.id, oursMinor: 100_00, erpMinor: 99 },
    { what: 'unexpected', orderId: early.id, erpNumber: 'E77', currencyCode: 'TRY' },
    {
      what: 'unknown',
      orderId: '',
      orderNumber: '',
      erpNumber: 'E78',
      erpMinor: 100_00,
      currencyCode: 'EUR',
    },
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
  transfers.clockOffsetMs = 25 * hourMs
  await runCare()
  expect((await read()).runs).toHaveLength(3)
})

test.each([
  ['20:59', 'Europe/Istanbul', 2.02],
  ['21:01', 'Europe/Istanbul', 1.98],
  ['22:59', 'Europe/Istanbul', 0.02],
  ['23:00', 'Europe/Istanbul', 24],
  ['09:00', 'Europe/Istanbul', 14],
  ['16:59', 'Asia/Tokyo', 0.02],
  ['17:00', 'Asia/Tokyo', 24],
])(
  'after one at %s UTC, the next reconciliation is at 2 a.m. in %s, %d hours later',
  async (time, timeZone, hours) => {
    await shop.update('tenant_settings set time_zone = $2', timeZone)
    await shop.place()
    await sendOrders(1)
    const at = new Date(`${new Date().toISOString().slice(0, 10)}T${time}:00Z`).getTime()
    transfers.clockOffsetMs = at + 24 * hourMs - Date.now()
    await runCare()
    const { nextAt } = await read()
    expect((new Date(nextAt).getTime() - at - 24 * hourMs) / hourMs).toBeCloseTo(hours, 1)
  },
)

test('a requested reconciliation does not wait for the next round', async () => {
  await shop.place()
  await sendOrders(1)
  const all = transfers.jobs({ erpCare: erpCareJob(app, { say, now }) })
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
    shop.query(
      `insert into erp_agent_requests (tenant_id, id, method, path, created_at, expires_at)
       values ($1, gen_random_uuid(), 'GET', '/stock', now() - $2 * interval '1 h', now())`,
      hours,
    )
  await addRequest(2)
  await addRequest(0)
  await runCare()
  expect(await shop.query(`select id from erp_agent_requests where tenant_id = $1`)).toHaveLength(1)
})
