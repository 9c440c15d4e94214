import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { prepareExternal } from '#server/db/connection.ts'
import { testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { send } from '#test/send.ts'
import { addTenant } from '#test/tenant.ts'
import { startServer, stopServer } from './server.ts'

test('with an external database an unknown host returns 404', { timeout: 60_000 }, async () => {
  const cluster = await testDatabase()
  const { host, port, database } = cluster.connections.owner
  await addTenant(cluster.connections, 'one')
  const params = new URLSearchParams({ host: String(host), port: String(port) })
  const DATABASE_URL = `postgresql://postgres@/${database}?${params}`
  onTestFinished(() => cluster.drop())
  const server = await startServer(await testFolder(), { DATABASE_URL })
  onTestFinished(async () => void (await stopServer(server)))
  const statusAt = async (name: string) => {
    const headers = { host: name }
    return (await send(server, { key: 'one' }, '/api/Shop/GetAppSettings', { method: 'GET', headers })).status
  }
  expect(await statusAt('one.localhost')).toBe(200)
  expect(await statusAt('stranger.example.com')).toBe(404)
  expect(await statusAt('localhost')).toBe(404)
})

test('startup fails with a message if an external database does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await expect(
    prepareExternal({ url: `postgres://owner@127.0.0.1:${port}/toptan`, appUrl: undefined }),
  ).rejects.toThrow('The database of DATABASE_URL cannot be reached')
})
