import { randomUUIDv7 } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type News, readNews } from '#server/catalogue/memory/records.ts'
import { raiseAccessVersion, raiseCatalogueVersion } from '#server/db/versions.ts'
import { orderBody } from '#test/factories.ts'
import { sendPhotos } from '#test/upload.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

async function since(after: number) {
  const [news] = await shop.query<News>(readNews, after)
  if (!news) throw new Error('The tenant has no versions')
  const { version: current, products, stock } = news
  return { version: current, products: products ?? undefined, stock: new Map(stock) }
}
const version = async () => (await since(0)).version
const productId = async (itemCode: string) =>
  (
    await shop.query<{ id: string }>(
      'select id from products where tenant_id = $1 and item_code = $2',
      itemCode,
    )
  )[0]?.id

test('every way to change a product records exactly that product', async () => {
  const a1 = await productId('A1')
  const { id } = await shop.variant('A1', 'S')
  const read = async () => (await shop.admin.get('/api/Shop/GetProductById', { id: a1 ?? '' })).body.data
  const ways: Record<string, () => Promise<{ status: number }>> = {
    form: async () => {
      const { isDeleted: _isDeleted, ...product } = await read()
      const items = product.items.map(({ isOrdered: _isOrdered, ...item }: { isOrdered: boolean }) => item)
      return shop.admin.post('/api/Shop/UpdateProduct', { ...product, items, itemDescription: 'Başka' })
    },
    sheet: async () =>
      shop.admin.post('/api/Shop/SaveProductSheet', {
        products: [{ id: a1, items: [{ productId: id, barcode: { was: '', is: '869' } }] }],
      }),
    bulk: () => shop.admin.post('/api/Shop/ChangeProducts', { ids: [a1], isActive: false }),
    photo: async () => {
      const create = { width: 400, height: 600, channels: 3 as const, background: 'red' }
      const bytes = await sharp({ create }).jpeg().toBuffer()
      return sendPhotos(shop.admin, { itemCode: 'A1', colorCode: '01' }, { name: 'a.jpg', bytes })
    },
    'bulk again': () => shop.admin.post('/api/Shop/ChangeProducts', { ids: [a1], isActive: true }),
  }
  for (const [way, change] of Object.entries(ways)) {
    const before = await version()
    expect([way, (await change()).status]).toEqual([way, 200])
    const { version: after, products } = await since(before)
    expect([way, after > before, products]).toEqual([way, true, [a1]])
  }
  const now = await version()
  expect(await since(now)).toEqual({ version: now, products: [], stock: new Map() })
})

test('an order records the stock that it leaves, and cancelling what it gives back', async () => {
  const { id, inventory } = await shop.variant('A1', 'S')
  const before = await version()
  const { body } = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 3]] }))
  expect(await since(before)).toEqual({
    version: before + 1,
    products: [],
    stock: new Map([[id, inventory - 3]]),
  })
  const cancelled = await shop.admin.get('/api/Shop/DeleteOrder', { id: body.orderId })
  expect(cancelled.body).toEqual({ success: true })
  expect((await since(before)).stock).toEqual(new Map([[id, inventory]]))
})

test('a statement that writes the catalogue raises its version, whoever sends it', async () => {
  const before = await version()
  await shop.query(`update variants set min_qty = 2 where tenant_id = $1 and size = 'none'`)
  expect(await version()).toBe(before)
  await shop.query(`update variants set min_qty = 2 where tenant_id = $1`)
  expect(await since(before)).toMatchObject({ version: before + 1, products: undefined })
  await shop.query(`update brands set sort_order = 7 where tenant_id = $1`)
  expect(await since(before + 1)).toMatchObject({ version: before + 2, products: [] })
})

test('a user changed beside a session concerns all sessions, whatever the verb says', async () => {
  const sessionId = randomUUIDv7()
  await app.database.inTenant(shop.tenantId, 'write', async (tx) => {
    await raiseAccessVersion(tx, [sessionId])
    await tx.query({ text: `update users set is_active = false where tenant_id = $1 and username = 'agent'` })
  })
  const rows = await shop.query<{ ids: string[] | null }>(
    'select session_ids as ids from access_versions where tenant_id = $1 order by version desc limit 2',
  )
  expect(rows).toEqual([{ ids: null }, { ids: [sessionId] }])
})

test('renaming a brand changes no product', async () => {
  const before = await version()
  const [brand] = await shop.query<{ id: string; version: number }>(
    'select id, version from brands where tenant_id = $1',
  )
  await shop.admin.post('/api/Shop/UpdateBrand', {
    brandId: brand?.id,
    brandName: 'Neu',
    isActive: true,
  })
  expect(await since(before)).toEqual({ version: before + 1, products: [], stock: new Map() })
})

test('old versions are no longer known, and are deleted', async () => {
  const a1 = await productId('A1')
  const before = await version()
  await shop.query(`update tenant_versions set catalogue = catalogue + 5000 where tenant_id = $1`)
  await shop.query(
    `insert into catalogue_versions (tenant_id, version, product_ids)
     select $1, v, array[$2::uuid] from generate_series($3::bigint + 1, $3::bigint + 5000) v`,
    a1,
    before,
  )
  expect((await since(before)).products).toEqual([a1])
  for (let raised = 0; raised < 256; raised += 1)
    await app.database.inTenant(shop.tenantId, 'write', (tx) => raiseCatalogueVersion(tx, []))
  expect((await since(before)).products).toBeUndefined()
  const [kept] = await shop.query<{ count: number }>(
    'select count(*)::int as count from catalogue_versions where tenant_id = $1',
  )
  expect(kept?.count).toBeGreaterThan(4096)
  expect(kept?.count).toBeLessThan(4096 + 2 * 256 + 2)
})
