import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { runSql, type TestDatabase, testDatabase } from '#test/database.ts'
import { testJobs } from '#test/jobs.ts'
import { addTenant } from '#test/tenant.ts'
import { findJobs } from './jobStates.ts'
import { type JobHandler, requestJobs } from './jobs.ts'
import type { Jobs } from './runner.ts'

let under: TestDatabase
let tenantId: string
let count = 0
let said: string[] = []

beforeAll(async () => {
  under = await testDatabase()
})
afterAll(() => under.drop())
beforeEach(async () => {
  tenantId = await addTenant(under.connections, `jobs-${(count += 1)}`)
  // The tenant's first ones.
  await runSql({ ...under.connections.owner, user: 'postgres' }, 'delete from jobs')
  said = []
})

/** A runner as in a separate process. */
function runner(mails: JobHandler, options: Parameters<typeof testJobs>[2] = {}): Jobs {
  const one = testJobs(under.database, { orderMails: mails }, { said, ...options })
  onTestFinished(() => one.stop())
  return one
}
const request = (jobs?: Jobs, dueAt = new Date()) =>
  under.database.inTenant(tenantId, 'write', (tx) => requestJobs(tx, jobs, ['orderMails'], dueAt))
const row = async () => {
  const [found] = await under.database.inTenant(tenantId, 'read', (tx) =>
    tx.query<{ holder: string | null; attempts: number; error: string; isDue: boolean }>({
      text: `select holder, attempts, error, due_at <= now() as "isDue" from jobs where tenant_id = $1`,
    }),
  )
  return found
}
const gate = () => {
  let open = () => {}
  const opening = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opening }
}

test('a job runs once per request: here at once, in other processes at the next poll', async () => {
  const runs: string[] = []
  const here = runner(async () => void runs.push('here'))
  await request(here)
  await expect.poll(() => runs).toEqual(['here'])
  const there = runner(async () => void runs.push('there'))
  there.start()
  await request()
  await expect.poll(() => runs).toEqual(['here', 'there'])
  await expect.poll(row).toEqual({ holder: null, attempts: 0, error: '', isDue: false })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toHaveLength(2)
})

test('a request that is rolled back runs nothing', async () => {
  const runs: number[] = []
  const one = runner(async () => void runs.push(1))
  one.start()
  const failing = under.database.inTenant(tenantId, 'write', async (tx) => {
    await requestJobs(tx, one, ['orderMails'], new Date())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toEqual([])
})

test('a request during a run causes another run, in any process', async () => {
  const { open, opening } = gate()
  let runs = 0
  const one = runner(async () => {
    runs += 1
    await opening
  })
  await request(one)
  await expect.poll(() => runs).toBe(1)
  const other = runner(async () => void (runs += 1))
  other.start()
  await request(other)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toBe(1)
  open()
  await expect.poll(() => runs).toBe(2)
})

test('a tenant’s job runs in one process at a time', async () => {
  let atOnce = 0
  let mostAtOnce = 0
  let runs = 0
  const work: JobHandler = async () => {
    atOnce += 1
    runs += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise((resolve) => setTimeout(resolve, 5))
    atOnce -= 1
    return undefined
  }
  const processes = [runner(work), runner(work), runner(work)]
  for (const one of processes) one.start()
  for (let times = 0; times < 40; times += 1) await request(processes[times % 3])
  await expect.poll(async () => (await row())?.isDue).toBe(false)
  expect(mostAtOnce).toBe(1)
  expect(runs).toBeGreaterThan(1)
})

test('it runs again at the time its handler returns', async () => {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const runs: number[] = []
  const one = runner(
    async () => {
      runs.push(ahead)
      return ahead === 0 ? new Date(Date.now() + 60_000) : undefined
    },
    { now },
  )
  one.start()
  await request(one)
  await expect.poll(() => runs).toEqual([0])
  await new Promise((resolve) => setTimeout(resolve, 100))
  ahead = 61_000
  await expect.poll(() => runs).toEqual([0, 61_000])
})

test('a failure is logged, stored with its attempts, and retried later', async () => {
  let ahead = 0
  let failures = 2
  const attempts: number[] = []
  const one = runner(
    async ({ attempt }) => {
      attempts.push(attempt)
      if (failures-- > 0) throw new Error('The mail server is on fire')
      return undefined
    },
    { now: () => new Date(Date.now() + ahead) },
  )
  one.start()
  await request(one)
  await expect.poll(() => attempts).toEqual([1])
  await expect.poll(async () => (await row())?.error).toBe('The mail server is on fire')
  expect(await findJobs(under.database)).toMatchObject([
    { tenantId, kind: 'orderMails', state: 'failed', attempts: 1, error: 'The mail server is on fire' },
  ])
  ahead = 2000
  await expect.poll(() => attempts).toEqual([1, 2])
  ahead = 10_000
  await expect.poll(() => attempts).toEqual([1, 2, 3])
  await expect.poll(row).toMatchObject({ attempts: 0, error: '' })
  expect(said).toEqual(Array(2).fill('Job orderMails: The mail server is on fire'))
})

test('a killed process’s job is taken over when its lock expires', async () => {
  await request()
  await under.database.inTenant(tenantId, 'write', (tx) =>
    tx.query({
      text: `update jobs set holder = '${randomUUID()}', held_until = now() + interval '400 ms', started_at = now(),
        attempts = 1 where tenant_id = $1`,
    }),
  )
  expect(await findJobs(under.database)).toMatchObject([{ state: 'running', attempts: 1 }])
  const startedAt = performance.now()
  const attempts: number[] = []
  const one = runner(async ({ attempt }) => void attempts.push(attempt))
  one.start()
  await expect.poll(() => attempts).toEqual([2])
  expect(performance.now() - startedAt).toBeGreaterThan(300)
})

test('a process that lost its lock is told, and its result is ignored', async () => {
  const { open, opening } = gate()
  let held: Promise<unknown> | undefined
  let isAborted = false
  const slowRunner = runner(
    async ({ signal, hold }) => {
      await opening
      held = under.database.inTenant(tenantId, 'write', hold).catch((error: Error) => error.name)
      await held
      await new Promise((resolve) => setTimeout(resolve, 200))
      isAborted = signal.aborted
      return undefined
    },
    { holdMs: 300 },
  )
  await request(slowRunner)
  await expect.poll(async () => (await row())?.holder).not.toBe(null)
  await under.database.inTenant(tenantId, 'write', (tx) =>
    tx.query({
      text: `update jobs set holder = '${randomUUID()}', held_until = now() + interval '1 minute' where tenant_id = $1`,
    }),
  )
  open()
  await expect.poll(() => held).toBe('JobLost')
  await expect.poll(() => isAborted).toBe(true)
  await slowRunner.stop()
  expect(await row()).toMatchObject({ isDue: true })
  expect(said).toEqual([])
})

test('a long run keeps its lock', async () => {
  const { open, opening } = gate()
  let runs = 0
  const work: JobHandler = async () => {
    runs += 1
    await opening
    return undefined
  }
  const one = runner(work, { holdMs: 300 })
  const other = runner(work, { holdMs: 300 })
  one.start()
  other.start()
  await request(one)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(runs).toBe(1)
  open()
})

test('stopping aborts the run, and the next process starts it at once, as a first attempt', async () => {
  const one = runner(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return undefined
  })
  await request(one)
  await expect.poll(async () => (await row())?.holder).not.toBe(null)
  await one.stop()
  const attempts: number[] = []
  runner(async ({ attempt }) => void attempts.push(attempt)).start()
  await expect.poll(() => attempts).toEqual([1])
})

test('idle tenants cost one statement per poll in total', async () => {
  let looks = 0
  const counted = {
    ...under.database,
    global: async (...sent: Parameters<typeof under.database.global>) => {
      looks += 1
      return under.database.global(...sent)
    },
    inTenant: () => Promise.reject(new Error('A tenant was looked at')),
  } as typeof under.database
  const one = testJobs(counted, { orderMails: async () => undefined }, { said })
  onTestFinished(() => one.stop())
  one.start()
  await expect.poll(() => looks).toBeGreaterThan(3)
  expect(said).toEqual([])
})

test('a process runs a limited number at once, then the rest', async () => {
  const { open, opening } = gate()
  const others = await Promise.all(
    Array.from({ length: 12 }, (_, index) => addTenant(under.connections, `many-${count}-${index}`)),
  )
  const running = new Set<string>()
  let done = 0
  const one = runner(async ({ tenantId: id }) => {
    running.add(id)
    await opening
    done += 1
    return undefined
  })
  one.start()
  for (const id of others)
    await under.database.inTenant(id, 'write', (tx) => requestJobs(tx, one, ['orderMails'], new Date()))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(running.size).toBe(10)
  open()
  await expect.poll(() => done).toBe(12)
})

test('a job that fails again and again has failed since the first time', async () => {
  let clockOffsetMs = 0
  const failing = runner(() => Promise.reject(new Error('no')), {
    now: () => new Date(Date.now() + clockOffsetMs),
  })
  await request(undefined, new Date(0))
  for (const [tries, minutesAgo] of [40, 20, 0].entries()) {
    clockOffsetMs = -minutesAgo * 60_000
    failing.wake(tenantId, 'orderMails')
    await expect.poll(row).toMatchObject({ attempts: tries + 1, holder: null, error: 'no' })
  }
  const [found] = await findJobs(under.database)
  expect(found).toMatchObject({ state: 'failed', attempts: 3 })
  expect(found?.ageSeconds).toBeGreaterThanOrEqual(40 * 60)
})
