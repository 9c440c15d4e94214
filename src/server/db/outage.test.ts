import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { runSql, testDatabase } from '#test/database.ts'
import { databaseProxy } from '#test/faults/proxy.ts'
import { testFolder } from '#test/folder.ts'
import { embeddedConnections, prepareEmbedded } from './connection.ts'
import { eraseEmbedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './tenant.ts'

/** Asks all the time, as servers do. */
function keepAsking(database: Database): () => Promise<void> {
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all([1, 2, 3, 4].map(() => database.global('select 1').catch(() => {})))
      await sleep(50)
    }
  })()
  return async () => {
    stopping.abort()
    await asking
  }
}

test('a database that is shut down is told of once with the reason, and once when it is back', async () => {
  const folder = await testFolder()
  await chmod(folder, 0o755)
  const dataDirectory = join(folder, 'postgres')
  onTestFinished(() => eraseEmbedded(dataDirectory))
  let cluster = await startEmbedded({ dataDirectory })
  onTestFinished(() => cluster.stop())
  await prepareEmbedded(cluster.socketDirectory, cluster.port)
  const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
  await migrate(connections)
  const log: string[] = []
  const database = await openDatabase(connections, { say: (line) => log.push(line) })
  const stopAsking = keepAsking(database)
  await sleep(300)
  await cluster.stop()
  await sleep(2000)
  expect(log).toEqual(['The database does not answer: terminating connection due to administrator command.'])
  cluster = await startEmbedded({ dataDirectory })
  await expect.poll(() => log.length, { timeout: 10_000 }).toBe(2)
  await stopAsking()
  await database.close()
  expect(log[1]).toMatch(/^The database answers again, after \d+ s\.$/)
})

test('a database that nobody reaches is told of with the reason of the system', async () => {
  const direct = await testDatabase()
  onTestFinished(() => direct.drop())
  const { host, port, database: name, user } = direct.connections.app
  const proxy = await databaseProxy(join(String(host), `.s.PGSQL.${port}`))
  onTestFinished(() => proxy.close())
  const log: string[] = []
  const connections = {
    ...direct.connections,
    app: { host: '127.0.0.1', port: proxy.port, database: name, user },
  }
  const database = await openDatabase(connections, { say: (line) => log.push(line) })
  onTestFinished(() => database.close())
  const stopAsking = keepAsking(database)
  await sleep(300)
  await proxy.set('refused')
  await expect.poll(() => log.length).toBe(1)
  await sleep(1500)
  await proxy.set('open')
  await expect.poll(() => log.length).toBe(2)
  await sleep(500)
  await stopAsking()
  expect(log).toEqual([
    expect.stringMatching(/^The database does not answer: .*(ECONNREFUSED|ECONNRESET).*\.$/),
    expect.stringMatching(/^The database answers again, after \d+ s\.$/),
  ])
})

test('connections that end while the database answers are one line', async () => {
  const direct = await testDatabase()
  onTestFinished(() => direct.drop())
  const log: string[] = []
  const database = await openDatabase(direct.connections, { say: (line) => log.push(line) })
  onTestFinished(() => database.close())
  await Promise.all(Array.from({ length: 10 }, () => database.global('select pg_sleep(0.1)')))
  const ended = await runSql<object>(
    { ...direct.connections.owner, user: 'postgres' },
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'toptan_app'`,
  )
  expect(ended.length).toBeGreaterThan(5)
  await expect.poll(() => log.length).toBe(1)
  await sleep(500)
  expect(log).toEqual([
    'Connections to the database were lost (terminating connection due to administrator command); it answers.',
  ])
})
