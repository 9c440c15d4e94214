import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { JobHandler, JobKind } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/runner.ts'
import type { ErpState } from '#shared/erp/erp.ts'
import type { TestApp } from '../app.ts'
import type { Wholesaler } from '../factories.ts'
import { testJobs } from '../jobs.ts'
import { type HttpErp, startHttpErp } from './httpErp.ts'

type Row = {
  id: string
  state: string
  attempts: number
  error_class: string
  error: string
  erp_number: string
  may_exist: boolean
}

export type Transfers = {
  /** How far the clock of the jobs is ahead. */
  clockOffsetMs: number
  now: () => Date
  /** What jobs said; must be empty at the end of a test. */
  said: string[]
  /** Saves a link that sends automatically, by default over the one there is. */
  link: (given: object) => Promise<void>
  /** Oldest first. */
  queue: () => Promise<Row[]>
  /** States in the queue, like `sent,pending`. */
  states: () => Promise<string>
  /** Outcomes of attempts, oldest first; '' if not ended. */
  outcomes: () => Promise<string[]>
  /** As the office sees it. */
  state: () => Promise<ErpState>
  transferOf: (id: string) => Promise<Record<string, unknown>>
  waitUntil: (isMet: () => Promise<boolean> | boolean) => Promise<void>
  untilStates: (states: string) => Promise<void>
  untilAllSent: () => Promise<void>
  /** Waits until the first order is pending and may be in the ERP. */
  untilUncertain: () => Promise<void>
  /** Jobs as in a process of their own, until the test ends. */
  jobs: (handlers: Partial<Record<JobKind, JobHandler>>, options?: { holdMs?: number }) => Jobs
  /** Jobs that send. */
  dispatcher: (options?: { holdMs?: number; timeoutMs?: number }) => Jobs
  /** Ends all jobs, and sends in a new process. */
  restart: (options?: { timeoutMs?: number }) => Promise<void>
}

/** Lets connectors call this machine while the tests of the file run. */
export function allowThisMachine(): void {
  beforeAll(() => allowNetworks(['127.0.0.1']))
  afterAll(() => allowNetworks([]))
}

/** What a wholesaler per test does with its link to an ERP. */
export function useTransfers(
  app: TestApp,
  shop: Wholesaler,
  { holdMs, timeoutMs = 2000 }: { holdMs?: number; timeoutMs?: number } = {},
): Transfers {
  allowThisMachine()
  let opened: Jobs[] = []
  const stopAll = async () => {
    await Promise.all(opened.map((one) => one.stop()))
    opened = []
  }
  const transfers: Transfers = {
    clockOffsetMs: 0,
    now: () => new Date(Date.now() + transfers.clockOffsetMs),
    said: [],
    link: async (given) => {
      const { link } = (await shop.admin.get('/api/Erp/GetLink')).body.data
      const version = link ? { version: link.version } : {}
      const saved = await shop.admin.post('/api/Erp/SaveLink', { isAutomatic: true, ...version, ...given })
      expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ success: true })])
    },
    queue: () =>
      shop.query<Row>(
        `select order_id as id, state, attempts, error_class, error, erp_number, may_exist
         from order_transfers where tenant_id = $1 order by requested_at, order_id`,
      ),
    states: async () => (await transfers.queue()).map(({ state }) => state).join(),
    outcomes: async () => {
      const rows = await shop.query<{ outcome: string }>(
        'select outcome from transfer_attempts where tenant_id = $1 order by started_at',
      )
      return rows.map(({ outcome }) => outcome)
    },
    state: async () => (await shop.admin.get('/api/Erp/GetLink')).body.data.state,
    transferOf: async (id) => (await shop.admin.get('/api/Erp/GetOrderTransfer', { id })).body.data.transfer,
    waitUntil: async (isMet) => {
      for (let waited = 0; waited < 20_000; waited += 20) {
        if (await isMet()) return
        await sleep(20)
      }
      throw new Error(`It has not become so: ${JSON.stringify(await transfers.queue())}`)
    },
    untilStates: (states) => transfers.waitUntil(async () => (await transfers.states()) === states),
    untilAllSent: () =>
      transfers.waitUntil(async () => (await transfers.queue()).every(({ state }) => state === 'sent')),
    untilUncertain: () =>
      transfers.waitUntil(async () => {
        const [first] = await transfers.queue()
        return first?.may_exist === true && first.state === 'pending'
      }),
    jobs: (handlers, options = {}) => {
      const one = testJobs(app.database, handlers, { said: transfers.said, now: transfers.now, ...options })
      opened.push(one)
      return one
    },
    dispatcher: (given = {}) => {
      const timing = { orphanCheckMs: 20, timeoutMs, now: transfers.now, ...given }
      return transfers.jobs(
        { erpTransfer: erpTransferJob(app, timing) },
        { ...(holdMs ? { holdMs } : {}), ...given },
      )
    },
    restart: async (given) => {
      await stopAll()
      transfers.dispatcher(given).start()
    },
  }
  beforeEach(() => {
    transfers.clockOffsetMs = 0
    transfers.said.length = 0
  })
  afterEach(async () => {
    app.erpWaker.woken = () => {}
    await stopAll()
    expect(transfers.said).toEqual([])
  })
  return transfers
}

/** The ERP of a test, which may replace it. */
export type CurrentErp = { erp: HttpErp; link: (change?: object) => Promise<void> }

/** A fake ERP for each test, and links to it. */
export function useHttpErp(transfers: Transfers): CurrentErp {
  const current: CurrentErp = {
    erp: {} as HttpErp,
    link: (change = {}) => {
      const { url, secret } = current.erp
      return transfers.link({ kind: 'http', settings: { url }, secret, ...change })
    },
  }
  beforeEach(async () => {
    current.erp = await startHttpErp()
    return () => current.erp.close()
  })
  return current
}
