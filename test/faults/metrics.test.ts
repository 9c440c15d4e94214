import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'
import { client } from '#test/app.ts'
import { freePort } from '#test/freePort.ts'
import { orderOf, placeOnce, signIn } from './dealer.ts'
import { databaseProcesses } from './processes.ts'
import { type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { connect } from './storedOrders.ts'

describe.each([1, 2])('metrics of %i processes', (processes) => {
  let shop: ShopFolder
  let server: ServerProcess
  let port: number
  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(1000))
    port = await freePort()
    const METRICS_ADDRESS = `127.0.0.1:${port}`
    server = await startServer(shop.dataDir, { METRICS_ADDRESS, PROCESSES: String(processes) })
  }, 60_000)
  afterAll(async () => {
    if (server) await stopServer(server)
    await shop?.erase()
  })

  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  /** Added up over all labels that contain this. */
  const sumOf = (text: string, name: string, labels = '') =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

  test('count calls and orders, and say what is there', async () => {
    const token = await signIn(server.port)
    for (let count = 0; count < 6; count += 1)
      await placeOnce(server.port, token, orderOf(shop.articles, [{ article: 0, qty: 1 }]))
    const home = '/api/Shop/GetShopHome'
    for (let count = 0; count < 4; count += 1) await client(server.port, {}).as({ token }).get(home)
    const text = await read()
    expect(sumOf(text, 'toptan_orders_placed_total')).toBe(6)
    const duration = 'toptan_http_request_duration_seconds_count'
    expect(sumOf(text, duration, 'route="/api/Shop/PostShopCart",status="200"')).toBe(6)
    expect(sumOf(text, duration, `route="${home}"`)).toBe(4)
    expect(sumOf(text, 'toptan_catalogue_reads_total')).toBe(4)
    expect(sumOf(text, 'toptan_database_up')).toBe(1)
    expect(sumOf(text, 'toptan_disk_free_bytes', 'data')).toBeGreaterThan(1_000_000)
    expect(sumOf(text, 'toptan_database_connections')).toBeGreaterThan(0)
    expect(sumOf(text, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000)
  })

  test('of backups are absent where there is none; of the database, while it is away', async () => {
    const valueOf = (text: string, name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1)
    const ofBackups = (text: string) =>
      [
        'toptan_backup_age_seconds',
        'toptan_backup_size_bytes',
        'toptan_backup_duration_seconds',
        'toptan_backup_last_success_timestamp_seconds',
        'toptan_backup_last_failure_timestamp_seconds',
      ].map((name) => valueOf(text, name))
    const before = await read()
    expect(ofBackups(before)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(valueOf(before, 'toptan_backup_interval_seconds')).toBe('86400')
    expect(valueOf(before, 'toptan_erp_links_down')).toBe('0')
    expect(Number(valueOf(before, 'toptan_database_sessions'))).toBeGreaterThan(0)
    expect(Number(valueOf(before, 'toptan_database_sessions_limit'))).toBeGreaterThan(50)

    const database = await connect(shop)
    await database.query(`
      insert into backups (id, place, server, started_at, ended_at, error, bytes)
      values (gen_random_uuid(), '', '', now() - interval '100 minutes', now() - interval '90 minutes', '', 5000),
        (gen_random_uuid(), '', '', now() - interval '20 minutes', now() - interval '10 minutes', 'no', null)`)
    await database.end()
    const [age, size, duration, success, failure] = ofBackups(await read()).map(Number)
    expect([Math.round((age ?? 0) / 60), size, duration]).toEqual([100, 5000, 600])
    expect(Math.round(((failure ?? 0) - (success ?? 0)) / 60)).toBe(80)

    const { postmaster, children } = databaseProcesses(shop.cluster)
    const all = [...children, ...postmaster]
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    const during = await read()
    for (const pid of all.toReversed()) process.kill(pid, 'SIGCONT')
    expect(valueOf(during, 'toptan_database_up')).toBe('0')
    expect(ofBackups(during)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(valueOf(during, 'toptan_erp_links_down')).toBeUndefined()
    expect(during).not.toMatch(/^toptan_mails_waiting\{/m)
    await expect.poll(async () => valueOf(await read(), 'toptan_backup_size_bytes')).toBe('5000')
  })

  test('are what the alerts and the board ask for', async () => {
    const metrics = await read()
    for (const file of ['docs/operating.md', 'deploy/grafana.json', 'deploy/alerts.yml']) {
      const named = (await readFile(join(projectFolder, file), 'utf8')).matchAll(
        /\b(?:toptan_(?!app)|nodejs_|process_)[a-z0-9_]+/g,
      )
      const asked = [...new Set([...named].map(([name]) => name))]
      const missing = asked.filter(
        (name) => !metrics.includes(`# TYPE ${name.replace(/_(?:bucket|count)$/, '')} `),
      )
      expect({ file, missing }).toEqual({ file, missing: [] })
    }
  })
})
