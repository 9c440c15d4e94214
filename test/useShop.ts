import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { type Wholesaler, wholesaler } from './factories.ts'

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
