import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlace } from '#server/db/cluster-place.ts'
import { type Cluster, eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { client, dataOf } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { orderOf, sendOrder, signIn } from './dealer.ts'
import { databaseProcesses, killProcesses } from './processes.ts'
import { type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'

/** A database that streams to a second one, and a server that reads from that. */
describe.runIf(process.platform === 'linux')('a read replica', { timeout: 60_000 }, () => {
  let shop: ShopFolder
  let folder: string
  let first: Cluster
  let copy: Cluster
  let server: ServerProcess
  let token: string

  const startCopy = () => startEmbedded({ dataDirectory: join(folder, 'postgres') })
  const on = <Row extends object>({ socketDirectory, port }: Cluster, text: string) =>
    runSql<Row>({ host: socketDirectory, port, user: 'postgres', database: 'toptan' }, text)
  const onCopy = (text: string) => on(copy, text)

  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(100_000))
    folder = await mkdtemp(join(tmpdir(), 'toptan-replica-'))
    await chmod(folder, 0o755)
    await promisify(execFile)('cp', ['-a', join(shop.dataDir, 'postgres'), folder])
    first = await startEmbedded({ dataDirectory: join(shop.dataDir, 'postgres') })
    const { cluster } = await findPlace(join(folder, 'postgres'))
    await writeFile(join(cluster, 'standby.signal'), '')
    const connection = `host=${first.socketDirectory} port=${first.port} user=postgres`
    await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
    copy = await startCopy()
    const urlOf = (user: string, { socketDirectory, port }: Cluster) =>
      `postgresql://${user}@/toptan?host=${encodeURIComponent(socketDirectory)}&port=${port}`
    server = await startServer(await mkdtemp(join(folder, 'server-')), {
      DATABASE_URL: urlOf('postgres', first),
      DATABASE_APP_URL: urlOf('toptan_app', first),
      DATABASE_READ_URL: urlOf('toptan_app', copy),
      CUSTOMER_KEY: 'faults',
    })
    token = await signIn(server.port)
  }, 120_000)
  afterAll(async () => {
    if (server) await stopServer(server)
    await copy?.stop()
    await first?.stop()
    if (folder) {
      await eraseEmbedded(join(folder, 'postgres'))
      await rm(folder, { recursive: true, force: true })
    }
    await shop?.erase()
  })

  type Page = { total: number; items: { guidKey: string }[] }
  const list = async (cookie = ''): Promise<Page> =>
    dataOf(client(server.port, {}).as({ token, cookie }).post('/api/Shop/GetOrders', { limit: 5 }))
  const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])

  /** How often the orders were looked through there; only reads of the list do that. */
  const scansOf = async (cluster: Cluster) => {
    const [row] = await on<{ scans: number }>(
      cluster,
      `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
       from pg_stat_user_tables where relname = 'orders'`,
    )
    return row?.scans ?? Number.NaN
  }
  /** A session reports within ten seconds. */
  const reportedMs = 11_000
  let scansPerRead = Number.NaN

  /** Whether the copy answers more than `most` of the next reads. */
  async function readsOnCopy({ count, most }: { count: number; most: number }): Promise<boolean> {
    const before = await scansOf(copy)
    for (let index = 0; index < count; index += 1) await list()
    for (const until = performance.now() + reportedMs; performance.now() < until; await sleep(300))
      if ((await scansOf(copy)) - before > most * scansPerRead) return true
    return false
  }

  const untilUsed = () =>
    expect.poll(() => readsOnCopy({ count: 100, most: 90 }), { timeout: 40_000, interval: 100 }).toBe(true)

  test('answers reads of people who have not just written', async () => {
    const before = await scansOf(first)
    for (let count = 0; count < 100; count += 1) await list('written=1')
    await sleep(reportedMs)
    scansPerRead = ((await scansOf(first)) - before) / 100
    expect(scansPerRead).toBeGreaterThanOrEqual(1)
    await untilUsed()
    expect(await readsOnCopy({ count: 200, most: 190 })).toBe(true)
  })

  test('never hides from people what they have just written', async () => {
    for (let count = 0; count < 100; count += 1) {
      const order = newOrder()
      const answer = await sendOrder(server.port, token, order)
      expect(answer.status).toBe(200)
      const cookie = answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      expect(cookie).toContain('written=')
      expect((await list(cookie)).items[0]?.guidKey).toBe(order.guidKey)
    }
  })

  test('is not asked while it is five seconds late, and is asked again afterwards', async () => {
    await onCopy(`alter system set recovery_min_apply_delay = '5s'`)
    await onCopy('select pg_reload_conf()')
    let missing = 0
    for (let count = 0; count < 5; count += 1) {
      const order = newOrder()
      expect((await sendOrder(server.port, token, order)).status).toBe(200)
      // Two seconds after a write others may expect it too.
      const until = performance.now() + 2000
      while (performance.now() < until) {
        await list()
        await sleep(50)
      }
      if ((await list()).items[0]?.guidKey !== order.guidKey) missing += 1
    }
    expect(missing).toBe(0)
    await onCopy('alter system reset recovery_min_apply_delay')
    await onCopy('select pg_reload_conf()')
    await untilUsed()
  })

  test('may be lost: then the database answers', async () => {
    const reads: Promise<Page>[] = []
    const { cluster } = await findPlace(join(folder, 'postgres'))
    for (let count = 0; count < 300; count += 1) {
      if (count === 100) {
        const { postmaster, children, watchdogs } = databaseProcesses(cluster)
        killProcesses([...watchdogs, ...postmaster, ...children])
      }
      reads.push(list())
      await sleep(10)
    }
    expect((await Promise.all(reads)).every(({ total }) => total > 0)).toBe(true)
    // Its keeper starts it again.
    await expect
      .poll(
        () =>
          onCopy('select 1').then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    await untilUsed()
  })
})
