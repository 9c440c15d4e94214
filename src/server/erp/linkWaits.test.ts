import { beforeEach, describe, expect, test } from 'vitest'
import { readWaits } from '#server/operator/waits.ts'
import { readTenant } from '#server/tenancy/tenants.ts'
import { startHttpErp } from '#test/erp/httpErp.ts'
import { useHttpErp, useTransfers } from '#test/erp/useTransfers.ts'
import { freePort } from '#test/freePort.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { careFor } from './care.ts'
import { erpFetchJob } from './sync/fetchJob.ts'
import { erpTransferJob } from './transferJob.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)
const { now } = transfers
const http = useHttpErp(transfers)
const minuteMs = 60_000
let log: string[] = []
let port = 0

/** Nobody listens there. */
beforeEach(async () => {
  log = []
  port = await freePort()
  await http.link({ settings: { url: `http://127.0.0.1:${port}/erp` } })
})

/** In this process, as in others at the same time. */
async function care(processes = 1): Promise<void> {
  const tenant = await readTenant(app.database, shop.tenantId)
  const say = (line: string) => void log.push(line)
  await Promise.all(Array.from({ length: processes }, () => careFor(app, tenant, { say, now })))
}
const run = () => ({
  tenantId: shop.tenantId,
  signal: new AbortController().signal,
  attempt: 1,
  hold: async () => {},
})
/** Until nothing is due. */
const send = () => erpTransferJob(app, { now, orphanCheckMs: 20, timeoutMs: 2000 })(run())
const fetchDue = () => erpFetchJob(app, { now })(run())
async function sendLater(minutes: number): Promise<void> {
  transfers.clockOffsetMs += minutes * minuteMs
  await send()
}
const linkOf = async () => (await readWaits(app.database)).links.find(({ tenant }) => tenant === shop.key)
const host = () => `127.0.0.1:${port}`
const refused = () => `No server answers at ${host()}`

test('a link that fails is noted and said once, whatever processes try how often, and once that it works again', async () => {
  await shop.place()
  await shop.place()
  for (let tries = 0; tries < 12; tries += 1) {
    await sendLater(6)
    await care(3)
  }
  expect(log).toEqual([`The ERP of ${shop.key} (${host()}) fails: ${refused()}. 2 orders wait for it.`])
  const link = await linkOf()
  expect(link).toMatchObject({ host: host(), reason: refused(), waiting: 2 })
  const failingSince = new Date(link?.failingSince ?? 0).getTime()
  expect(now().getTime() - failingSince).toBeGreaterThan(60 * minuteMs)
  expect(new Date(link?.oldestAt ?? 0).getTime()).toBeLessThanOrEqual(failingSince)

  const erp = await startHttpErp(port, http.erp.secret)
  await sendLater(6)
  await transfers.untilAllSent()
  await care(3)
  await care()
  await erp.close()
  expect(log.slice(1)).toEqual([`The ERP of ${shop.key} (${host()}) works again, after 72 min.`])
  expect(await linkOf()).toBeUndefined()
})

test('a single failure is not said; a refused sign-in is', async () => {
  await shop.place()
  await send()
  await care()
  expect(log).toEqual([])
  expect(await linkOf()).toMatchObject({ failingSince: null, waiting: 1 })
  await http.link({ secret: 'not the one' })
  await sendLater(6)
  await care()
  expect(log).toEqual([expect.stringMatching(/^The ERP of .* fails: .* 1 order waits for it\.$/)])
})

describe('what waits by intent is no fault:', () => {
  beforeEach(async () => {
    await shop.place()
    await send()
    await sendLater(6)
  })

  test('a paused link', async () => {
    await shop.admin.post('/api/Erp/Pause', { isPaused: true })
    await care()
    expect([log, await linkOf()]).toEqual([[], undefined])
  })

  test('a link that is paused after it has failed', async () => {
    await care()
    await shop.admin.post('/api/Erp/Pause', { isPaused: true })
    await care()
    await care()
    expect(log.slice(1)).toEqual([
      `Nothing waits any more for the ERP of ${shop.key} (${host()}), which failed for 6 min.`,
    ])
    expect(await linkOf()).toBeUndefined()
    await shop.admin.post('/api/Erp/Pause', { isPaused: false })
    await sendLater(6)
    await sendLater(6)
    await care()
    expect(log).toHaveLength(3)
  })

  test('orders while sending is switched off', async () => {
    await shop.update('tenant_settings set transfer_enabled = false')
    await care()
    expect([log, await linkOf()]).toEqual([[], undefined])
  })

  test('orders without a link', async () => {
    await shop.query('delete from erp_states where tenant_id = $1')
    await shop.query('delete from erp_links where tenant_id = $1')
    await care()
    expect([log, await linkOf()]).toEqual([[], undefined])
  })

  test('orders that were taken back', async () => {
    await care()
    await shop.update(`order_transfers set state = 'held', held_because = 'office'`)
    await care()
    expect(log[1]).toMatch(/^Nothing waits any more for the ERP/)
    expect(await linkOf()).toBeUndefined()
  })
})

test('a link that only fetches fails when two fetches of a kind have found nobody', async () => {
  const schedule = { customers: 60, products: 60, prices: 60, stock: 10 }
  await http.link({ settings: { url: `http://${host()}/erp`, schedule } })
  await fetchDue()
  await care()
  expect(log).toEqual([])
  transfers.clockOffsetMs = 6 * minuteMs
  await shop.update(`jobs set due_at = 'infinity' where kind = 'erpCare'`)
  await fetchDue()
  // The fetch asks for it.
  const due = await shop.query<object>(
    `select from jobs where tenant_id = $1 and kind = 'erpCare' and due_at <= $2`,
    now(),
  )
  expect(due).toHaveLength(1)
  await care()
  expect(log).toEqual([`The ERP of ${shop.key} (${host()}) fails: ${refused()}. 0 orders wait for it.`])
  expect(await linkOf()).toMatchObject({ waiting: 0, reason: refused(), failingSince: expect.any(String) })
  const erp = await startHttpErp(port, http.erp.secret)
  transfers.clockOffsetMs = 12 * minuteMs
  await fetchDue()
  await care()
  await erp.close()
  expect(log.slice(1)).toEqual([`The ERP of ${shop.key} (${host()}) works again, after 12 min.`])
})
