import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { Answer } from '#test/app.ts'
import { catalogueRows, orderBody } from '#test/factories.ts'
import { figuresOf } from '#test/figures.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'race')
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(app.connections.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

/** Deadlocks so far. Their victims are retried, so no caller sees them. */
async function deadlocks(): Promise<number> {
  // A connection reports its counters after a second of idling.
  await owner.query('select pg_sleep(1.2)')
  const asleep = { text: 'select pg_sleep(0.2) where $1::uuid is not null' }
  await Promise.all(Array.from({ length: 10 }, () => shop.query(asleep)))
  const { rows } = await owner.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? Number.NaN
}

const codes = ['A1', 'A2', 'B1', 'B2']
const sizes = ['S', 'M']
const office = (name: string, body: object) => shop.admin.post(`/api/Shop/${name}`, body)

/** Orders all of some sizes in random order, and cancels. */
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
/** Switches an item's sizes on or off, and sets their stock to 20. */
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

test('orders, edits, bulk changes and imports of the same products wait for each other without deadlock', async () => {
  const before = await deadlocks()
  const variants = await Promise.all(
    codes.flatMap((code) => sizes.map(async (size) => shop.id(`${code} ${size}`))),
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
  // Only conflicts with other writers may refuse.
  const problems = [...answers, ...bulk].filter(({ status }) => status !== 200).map(({ body }) => body.code)
  const expected = [
    'order.lineUnavailable',
    'order.inventoryNotSufficient',
    'record.changed',
    'product.stockMoved',
  ]
  expect(new Set([...problems, ...expected])).toEqual(new Set(expected))
  // How many succeed in the race depends on the machine; afterwards, one by one, all must.
  const after = [await office('ChangeProducts', { ids: all, isActive: true })]
  for (const code of codes) after.push(await edit(code, true))
  after.push(...(await order(variants, prices)))
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  expect(bulk.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
}, 60_000)
