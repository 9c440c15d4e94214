import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Order, orderOf, sendOrder, signIn } from './dealer.ts'
import { databaseProcesses, isDatabaseRunning, killProcesses } from './processes.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { connect } from './storedOrders.ts'

describe.runIf(process.platform === 'linux')(
  'the embedded database dies while the server runs',
  { timeout: 60_000 },
  () => {
    let shop: ShopFolder
    let server: ServerProcess
    let token: string

    beforeAll(async () => {
      shop = await createShopFolder(Array<number>(articleCount).fill(1000))
    })
    beforeEach(async () => {
      server = await startServer(shop.dataDir)
      token = await signIn(server.port)
    })
    afterEach(() => killEverything(server, shop.cluster))
    afterAll(() => shop?.erase())

    const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])
    const killPostmaster = () => expect(killProcesses(databaseProcesses(shop.cluster).postmaster)).toBe(1)
    const countInLog = (words: string) => server.stderr.split(words).length - 1
    const recovered = () =>
      expect.poll(() => countInLog('is running again'), { timeout: 30_000, interval: 5 }).toBe(1)

    async function send(order: Order) {
      const answer = await sendOrder(server.port, token, order)
      const body = (await answer.json()) as { code?: string; orderNumber?: string }
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
    }
    async function health() {
      const answer = await fetch(`http://127.0.0.1:${server.port}/health`)
      return { status: answer.status, body: await answer.json() }
    }

    test('calls return 503 until the server has restarted the database', async () => {
      const order = newOrder()
      killPostmaster()
      const refused: Awaited<ReturnType<typeof send>>[] = []
      await expect.poll(health, { interval: 5 }).toEqual({
        status: 503,
        body: { status: 'unavailable', reason: 'database' },
      })
      while (countInLog('is running again') === 0) refused.push(await send(newOrder()))
      expect(await send(order)).toMatchObject({ status: 200 })
      expect(await health()).toMatchObject({ status: 200 })
      // Orders sent while the database came back may be placed.
      const answers = refused.filter(({ status }) => status !== 200)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'database.absent' } })
      expect(server.child.exitCode).toBeNull()
      expect(server.stderr).toContain('The database has ended by itself. It is started again in 0.2 s.')
      expect(server.stderr).not.toMatch(/^ +at /m)
    })

    test('a surviving backend of the dead database does not block the new one', async () => {
      const client = await connect(shop)
      onTestFinished(() => client.end().catch(() => undefined))
      const busy = client.query('select count(*) from generate_series(1, 1e12::bigint)')
      busy.catch(() => undefined)
      const activeQuery = `select from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()`
      const watcher = await connect(shop)
      onTestFinished(() => watcher.end().catch(() => undefined))
      await expect.poll(async () => (await watcher.query(activeQuery)).rowCount).toBe(1)
      killPostmaster()
      await recovered()
      await expect(busy).rejects.toThrow()
      expect(await send(newOrder())).toMatchObject({ status: 200 })
    })

    test('failed starts are retried at growing intervals, logging the reason, until one works', async () => {
      const movedCluster = `${shop.cluster}.aside`
      onTestFinished(() => rename(movedCluster, shop.cluster).catch(() => undefined))
      const { postmaster } = databaseProcesses(shop.cluster)
      await rename(shop.cluster, movedCluster)
      expect(killProcesses(postmaster)).toBe(1)
      const retries = () => [
        ...server.stderr.matchAll(/does not start: .+ It is started again in ([\d.]+) s\./g),
      ]
      await expect.poll(() => retries().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
      expect(retries().map(([, seconds]) => Number(seconds))).toEqual([0.4, 0.8, 1.6])
      expect(await health()).toEqual({ status: 503, body: { status: 'unavailable', reason: 'database' } })
      expect(existsSync(shop.cluster), 'no empty database stands in for the lost one').toBe(false)
      await rename(movedCluster, shop.cluster)
      await recovered()
      expect(await send(newOrder())).toMatchObject({ status: 200 })
    })

    test('stopping during a retry delay ends the server and leaves no database', async () => {
      const file = join(shop.cluster, 'postgresql.conf')
      const settings = await readFile(file)
      onTestFinished(() => writeFile(file, settings))
      await writeFile(file, 'no_such_setting = 1\n')
      killPostmaster()
      await expect.poll(() => countInLog('does not start')).toBeGreaterThanOrEqual(2)
      expect(await stopServer(server)).toBe(0)
      expect(isDatabaseRunning(shop.cluster)).toBe(false)
    })
  },
)
