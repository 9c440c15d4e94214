import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from './books.ts'
import { type Order, orderOf, sendOrder, signIn } from './dealer.ts'
import { databaseProcesses, isDatabaseRunning, killHard } from './processes.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, type ShopFolder, shopFolder } from './shop.ts'

describe.runIf(process.platform === 'linux')(
  'the embedded database ends under a running server',
  { timeout: 60_000 },
  () => {
    let shop: ShopFolder
    let server: ServerProcess
    let token: string

    beforeAll(async () => {
      shop = await shopFolder(Array<number>(articleCount).fill(1000))
    })
    beforeEach(async () => {
      server = await startServer(shop.dataDir)
      token = await signIn(server.port)
    })
    afterEach(() => killEverything(server, shop.cluster))
    afterAll(() => shop?.erase())

    const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])
    const killPostmaster = () => expect(killHard(databaseProcesses(shop.cluster).postmaster)).toBe(1)
    const timesSaid = (words: string) => server.stderr.split(words).length - 1
    const backAgain = () =>
      expect.poll(() => timesSaid('is running again'), { timeout: 30_000, interval: 5 }).toBe(1)

    async function send(order: Order) {
      const answer = await sendOrder(server.port, token, order)
      const body = (await answer.json()) as { code?: string; orderNumber?: string }
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
    }
    async function health() {
      const answer = await fetch(`http://127.0.0.1:${server.port}/health`)
      return { status: answer.status, body: await answer.json() }
    }

    test('calls are answered with 503 until the same server has started it again', async () => {
      const order = newOrder()
      killPostmaster()
      const refused: Awaited<ReturnType<typeof send>>[] = []
      await expect.poll(health, { interval: 5 }).toEqual({
        status: 503,
        body: { status: 'unavailable', reason: 'database' },
      })
      while (timesSaid('is running again') === 0) refused.push(await send(newOrder()))
      expect(await send(order)).toMatchObject({ status: 200 })
      expect(await health()).toMatchObject({ status: 200 })
      // One that was sent while the database came back may have been placed.
      const answers = refused.filter(({ status }) => status !== 200)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'database.absent' } })
      expect(server.child.exitCode).toBeNull()
      expect(server.stderr).toContain('The database has ended by itself. It is started again in 0.2 s.')
      expect(server.stderr).not.toMatch(/^ +at /m)
    })

    test('a process of the dead one that still works does not keep the new one away', async () => {
      const client = await connect(shop)
      onTestFinished(() => client.end().catch(() => undefined))
      const busy = client.query('select count(*) from generate_series(1, 1e12::bigint)')
      busy.catch(() => undefined)
      const working = `select from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()`
      const watcher = await connect(shop)
      onTestFinished(() => watcher.end().catch(() => undefined))
      await expect.poll(async () => (await watcher.query(working)).rowCount).toBe(1)
      killPostmaster()
      await backAgain()
      await expect(busy).rejects.toThrow()
      expect(await send(newOrder())).toMatchObject({ status: 200 })
    })

    test('one that cannot start is tried again ever later, with the reason each time, until it can', async () => {
      const aside = `${shop.cluster}.aside`
      onTestFinished(() => rename(aside, shop.cluster).catch(() => undefined))
      const { postmaster } = databaseProcesses(shop.cluster)
      await rename(shop.cluster, aside)
      expect(killHard(postmaster)).toBe(1)
      const said = () => [
        ...server.stderr.matchAll(/does not start: .+ It is started again in ([\d.]+) s\./g),
      ]
      await expect.poll(() => said().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
      expect(said().map(([, seconds]) => Number(seconds))).toEqual([0.4, 0.8, 1.6])
      expect(await health()).toEqual({ status: 503, body: { status: 'unavailable', reason: 'database' } })
      expect(existsSync(shop.cluster), 'no empty database stands in for the lost one').toBe(false)
      await rename(aside, shop.cluster)
      await backAgain()
      expect(await send(newOrder())).toMatchObject({ status: 200 })
    })

    test('told to stop while it waits for the next start, it ends and leaves no database', async () => {
      const file = join(shop.cluster, 'postgresql.conf')
      const settings = await readFile(file)
      onTestFinished(() => writeFile(file, settings))
      await writeFile(file, 'no_such_setting = 1\n')
      killPostmaster()
      await expect.poll(() => timesSaid('does not start')).toBeGreaterThanOrEqual(2)
      expect(await stopServer(server)).toBe(0)
      expect(isDatabaseRunning(shop.cluster)).toBe(false)
    })
  },
)
