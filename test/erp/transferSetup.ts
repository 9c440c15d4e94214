import { expect } from 'vitest'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { Jobs } from '#server/jobs/runner.ts'
import type { TestApp } from '../app.ts'
import { orderBody, type Wholesaler, wholesaler } from '../factories.ts'
import { testJobs } from '../jobs.ts'

type Row = { state: string; error_class: string; error: string; erp_number: string; may_exist: boolean }

export type TransferSetup = {
  shop: Wholesaler
  place: (change?: object) => Promise<{ id: string; guidKey: string }>
  queue: () => Promise<Row[]>
  outcomes: () => Promise<string[]>
  /** Of the transfer job. */
  advanceClock: (milliseconds: number) => void
  waitUntil: (isMet: () => Promise<boolean>) => Promise<void>
  restart: () => Promise<void>
  close: () => Promise<void>
}

export async function startTransfers(
  app: TestApp,
  key: string,
  link: { kind: string; settings: object; secret: string },
  timeoutMs = 2000,
): Promise<TransferSetup> {
  const shop = await wholesaler(app, key, { transferEnabled: true })
  const { status } = await shop.admin.post('/api/Erp/SaveLink', { ...link, isAutomatic: true })
  expect(status).toBe(200)
  let clockOffsetMs = 0
  const logged: string[] = []
  const { database, secrets } = app
  const now = () => new Date(Date.now() + clockOffsetMs)
  const start = (): Jobs => {
    const erpTransfer = erpTransferJob({ database, secrets }, { orphanCheckMs: 20, timeoutMs, now })
    const one = testJobs(database, { erpTransfer }, { said: logged, now })
    one.start()
    return one
  }
  let job = start()
  const run = <Found extends object>(text: string) =>
    database.inTenant(shop.tenantId, 'read', (tx) => tx.query<Found>({ text }))
  const queue = () =>
    run<Row>(
      `select state, error_class, error, erp_number, may_exist from order_transfers where tenant_id = $1
       order by requested_at, order_id`,
    )
  return {
    shop,
    place: async (change = {}) => {
      const { id } = await shop.variant('A1', 'S')
      const answer = await shop.dealer.post(
        '/api/Shop/PostShopCart',
        orderBody({ lines: [[id, 1]], ...change }),
      )
      expect(answer.status).toBe(200)
      return { id: answer.body.orderId, guidKey: answer.body.guidKey }
    },
    queue,
    outcomes: async () => {
      const rows = await run<{ outcome: string }>(
        `select outcome from transfer_attempts where tenant_id = $1 order by started_at`,
      )
      return rows.map(({ outcome }) => outcome)
    },
    advanceClock: (milliseconds) => {
      clockOffsetMs += milliseconds
    },
    waitUntil: async (isMet) => {
      for (let waited = 0; waited < 20_000; waited += 20) {
        // oxlint-disable-next-line no-await-in-loop
        if (await isMet()) return
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`It has not become so: ${JSON.stringify(await queue())}`)
    },
    restart: async () => {
      await job.stop()
      job = start()
    },
    close: async () => {
      await job.stop()
      expect(logged).toEqual([])
    },
  }
}
