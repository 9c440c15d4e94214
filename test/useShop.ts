import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { type AppOptions, createApp } from '#server/app.ts'
import { openLog } from '#server/process/log.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { type TestApp, testApp } from './app.ts'
import { type Wholesaler, wholesaler } from './factories.ts'
import { quietServices } from './services.ts'

type Settings = Parameters<typeof wholesaler>[2]

/** A server for all tests of the file; only they may read its fields. */
export function useApp(): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await testApp())
  })
  afterAll(() => app.close?.())
  return app
}

/** A wholesaler for all tests of the file; only they may read its fields. */
export function shopPerFile(app: TestApp, key = 'shop', settings?: Settings): Wholesaler {
  const shop = {} as Wholesaler
  beforeAll(async () => {
    Object.assign(shop, await wholesaler(app, key, settings))
  })
  return shop
}

/** A new wholesaler for each test; only tests may read its fields. */
export function shopPerTest(app: TestApp, settings?: Settings): Wholesaler {
  const shop = {} as Wholesaler
  beforeEach(async () => {
    Object.assign(shop, await newShop(app, settings))
  })
  return shop
}

let count = 0

/** A wholesaler with a key of its own, like `shop-1`. */
export function newShop(app: TestApp, settings?: Settings): Promise<Wholesaler> {
  count += 1
  return wholesaler(app, `shop-${count}`, settings)
}

/** Another server on the same database until the test ends. */
export async function secondServer(
  { database, photos, folder }: TestApp,
  options: Partial<AppOptions>,
  prepare: (server: Awaited<ReturnType<typeof createApp>>) => void = () => {},
) {
  const server = await createApp({
    ...quietServices(folder),
    database,
    photos,
    tenants: openTenants(database, { isKept: false }),
    checkReplies: true,
    log: openLog('silent'),
    ...options,
  })
  onTestFinished(() => server.close())
  prepare(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { port: (server.server.address() as AddressInfo).port }
}
