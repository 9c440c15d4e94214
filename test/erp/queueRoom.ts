import { expect } from 'vitest'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { Jobs } from '#server/jobs/runner.ts'
import type { TestApp } from '../app.ts'
import { orderBody, type Wholesaler, wholesaler } from '../factories.ts'
import { testJobs } from '../jobs.ts'

type Row = { state: string; error_class: string; error: string; erp_number: string; may_exist: boolean }

/** A wholesaler with a link to an ERP, and a dispatcher that sends what is ordered: as a process has one. */
export type QueueRoom = {
  shop: Wholesaler
  /** Places an order of a variant; answers its guidKey. */
  place: (change?: object) => Promise<{ id: string; guidKey: string }>
  queue: () => Promise<Row[]>
  outcomes: () => Promise<string[]>
  /** Lets the dispatcher's clock go ahead. */
  pass: (milliseconds: number) => void
  until: (isSo: () => Promise<boolean>) => Promise<void>
  /** Ends the process that sends, and begins another one, which knows nothing of the first. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** @param timeoutMs how long the ERP may take over a document */
export async function openQueueRoom(
  app: TestApp,
  key: string,
  link: { kind: string; settings: object; secret: string },
  timeoutMs = 2000,
): Promise<QueueRoom> {
  const shop = await wholesaler(app, key, { transferEnabled: true })
  const { status } = await shop.admin.post('/api/Erp/SaveLink', { ...link, isAutomatic: true })
  expect(status).toBe(200)
  let ahead = 0
  const said: string[] = []
  const { database, secrets } = app
  const now = () => new Date(Date.now() + ahead)
  const start = (): Jobs => {
    const erpTransfer = erpTransferJob({ database, secrets }, { orphanCheckMs: 20, timeoutMs, now })
    const one = testJobs(database, { erpTransfer }, { said, now })
    one.start()
    return one
  }
  let dispatcher = start()
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
    pass: (milliseconds) => {
      ahead += milliseconds
    },
    until: async (isSo) => {
      for (let waited = 0; waited < 20_000; waited += 20) {
        // oxlint-disable-next-line no-await-in-loop
        if (await isSo()) return
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`It has not become so: ${JSON.stringify(await queue())}`)
    },
    restart: async () => {
      await dispatcher.stop()
      dispatcher = start()
    },
    close: async () => {
      await dispatcher.stop()
      expect(said).toEqual([])
    },
  }
}
