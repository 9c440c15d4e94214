import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { type Answer, type TestApp, testApp } from '#test/app.ts'
import { catalogueRows, orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { figuresOf } from '#test/figures.ts'

let app: TestApp
let shop: Wholesaler
let owner: pg.Client

beforeAll(async () => {
  app = await testApp()
  shop = await wholesaler(app, 'race')
  owner = new pg.Client(app.connections.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** How often somebody waited in a circle: whoever did was tried again, and nobody saw it. */
async function deadlocks(): Promise<number> {
  // A connection reports what it counted when it has been at rest for a second, or is used again after that.
  await owner.query('select pg_sleep(1.2)')
  const asleep = { text: 'select pg_sleep(0.2) where $1::uuid is not null' }
  await Promise.all(
    Array.from({ length: 10 }, () => app.database.inTenant(shop.tenantId, 'write', (tx) => tx.query(asleep))),
  )
  const { rows } = await owner.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? Number.NaN
}

const codes = ['A1', 'A2', 'B1', 'B2']
const sizes = ['S', 'M']
const office = (name: string, body: object) => shop.admin.post(`/api/Shop/${name}`, body)

/** Takes all of several sizes, in an order of its own, and gives it back again. */
async function order(ids: string[], prices: Map<string, number>): Promise<Answer[]> {
  const lines = ids.map((id): [string, number, number] => [id, 20, prices.get(id) ?? 100])
  const placed = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines }))
  if (placed.status !== 200) return [placed]
  const id = String(placed.body.orderId)
  const cancelled = await shop.admin.get('/api/Shop/DeleteOrder', { id })
  const restored = await shop.admin.get('/api/Shop/RestoreOrder', { id })
  return [placed, cancelled, restored, await shop.admin.get('/api/Shop/DeleteOrder', { id })]
}

type Item = { inventory: number; isActive: boolean } & Record<string, unknown>
/** Switches the sizes of all colours of an item off or on, and brings their stock to 20. */
async function edit(itemCode: string, isActive: boolean): Promise<Answer> {
  const { products } = (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body.data
  const given = products.map((product: { items: Item[] }) => ({
    ...product,
    items: product.items.map((item) => ({ ...item, isActive, inventory: 20, inventoryRead: item.inventory })),
  }))
  return office('SaveItem', { itemCode, isNew: false, products: given })
}

async function productIds(): Promise<string[]> {
  return (await office('GetProducts', {})).body.data.items.map(({ id }: { id: string }) => id)
}

test('orders, edits, bulk changes and imports of the same products wait for each other, and nobody in a circle', async () => {
  const before = await deadlocks()
  const variants = await Promise.all(
    codes.flatMap((code) => sizes.map(async (size) => (await shop.variant(code, size)).id)),
  )
  const prices = new Map(variants.map((id) => [id, 100]))
  const all = await productIds()
  const answers: Answer[] = []
  const bulk: Answer[] = []
  const note = (some: Answer[]) => answers.push(...some)
  for (let turn = 0; turn < 6; turn += 1) {
    const isOn = turn % 2 === 1
    await Promise.all([
      ...[variants, variants.toReversed(), variants.slice(3), variants.slice(0, 4).toReversed()].map(
        async (ids) => note(await order(ids, prices)),
      ),
      ...codes.map(async (code) => note([await edit(code, isOn)])),
      office('ChangeProducts', { ids: all.toReversed(), isActive: isOn }).then((one) => bulk.push(one)),
      importCatalogue(app.database, shop.tenantId, { rows: catalogueRows(isOn ? '20' : '0').toReversed() }),
    ])
    await figuresOf(app, shop.tenantId)
  }
  expect(await deadlocks()).toBe(before)
  // Refused is what others changed meanwhile, and nothing for any other reason.
  const problems = [...answers, ...bulk].filter(({ status }) => status !== 200).map(({ body }) => body.code)
  const expected = [
    'order.lineUnavailable',
    'order.inventoryNotSufficient',
    'record.changed',
    'product.stockMoved',
  ]
  expect(new Set([...problems, ...expected])).toEqual(new Set(expected))
  // How many get through in the race is the machine's affair; after it everything must, one after the other.
  const after = [await office('ChangeProducts', { ids: all, isActive: true })]
  for (const code of codes) after.push(await edit(code, true))
  after.push(...(await order(variants, prices)))
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  expect(bulk.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
}, 60_000)
