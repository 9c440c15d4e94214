import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type Client, client } from '#test/app.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type Wholesaler, wholesaler } from '#test/factories.ts'
import { freePort } from '#test/freePort.ts'
import { type ServerProcess, spawnServer, stopServer, whenReady } from './server.ts'

/** Two servers with a database and a bucket in common, and folders of their own. */
export type TwoServers = AsyncDisposable & {
  base: TestDatabase
  shop: Wholesaler
  servers: [ServerProcess, ServerProcess]
  env: NodeJS.ProcessEnv
  /** Starts one again on its port, after it has ended. */
  restart: (index: 0 | 1) => Promise<void>
  at: (index: 0 | 1) => Client
}

const key = 'one'

export async function startTwoServers(): Promise<TwoServers> {
  const base = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'toptan-servers-'))
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
  const { port: bucketPort } = await bucket.run()
  const { host, port, database } = base.connections.owner
  const where = new URLSearchParams({ host: String(host), port: String(port) })
  const env = {
    DATABASE_URL: `postgresql://postgres@/${database}?${where}`,
    SECRET_KEY: 'a key of all servers that is long enough',
    CUSTOMER_KEY: key,
    S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  let first: Client | undefined
  const at = (): Client => {
    if (!first) throw new Error('There is no server yet')
    return first
  }
  const shop = await wholesaler({ ...base, at: () => lazily(at) }, key)
  const start = async (name: string, own: number) =>
    whenReady(spawnServer(join(folder, name), String(own), env))
  const ports = [await freePort(), await freePort()] as const
  const servers: TwoServers['servers'] = [await start('one', ports[0]), await start('two', ports[1])]
  first = client(servers[0].port, { host: `${key}.localhost` })
  return {
    base,
    shop,
    servers,
    env,
    restart: async (index) => {
      servers[index] = await start(index === 0 ? 'one' : 'two', ports[index])
    },
    at: (index) => client(servers[index].port, { host: `${key}.localhost` }),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await stopServer(server)
      await bucket.close()
      await base.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A client that stands in for one that does not exist yet. */
const lazily = (now: () => Client): Client => ({
  get: (...call) => now().get(...call),
  post: (...call) => now().post(...call),
  as: (change) => lazily(() => now().as(change)),
})
