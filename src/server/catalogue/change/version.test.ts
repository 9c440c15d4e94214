import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { type News, readNews } from '#server/catalogue/memory/records.ts'
import { raiseAccessVersion, raiseCatalogueVersion } from '#server/db/versions.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
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
  const read = async () => (await shop.admin.get('/api/Shop/GetProductById', { id: a1 ?? '' })).body.data
  const ways: Record<string, () => Promise<{ status: number }>> = {
    form: async () =>
      shop.admin.post('/api/Shop/UpdateProduct', { ...(await read()), itemDescription: 'Başka' }),
    sheet: async () =>
      shop.admin.post('/api/Shop/SaveProductSheet', {
        products: [{ id: a1, items: [{ productId: shop.id('A1 S'), barcode: { was: '', is: '869' } }] }],
      }),
    bulk: () => shop.admin.post('/api/Shop/ChangeProducts', { ids: [a1], isActive: false }),
    photo: async () => {
      const bytes = await plainPicture(400, 600).jpeg().toBuffer()
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
  const before = await version()
  const { id } = await shop.place({ lines: { 'A1 S': 3 } })
  const stock = (inventory: number) => new Map([[shop.id('A1 S'), inventory]])
  expect(await since(before)).toEqual({ version: before + 1, products: [], stock: stock(17) })
  expect((await shop.admin.get('/api/Shop/DeleteOrder', { id })).body).toEqual({ success: true })
  expect((await since(before)).stock).toEqual(stock(20))
})

test('a statement that writes the catalogue raises its version, whoever sends it', async () => {
  const before = await version()
  await shop.update(`variants set min_qty = 2 where size = 'none'`)
  expect(await version()).toBe(before)
  await shop.update('variants set min_qty = 2')
  expect(await since(before)).toMatchObject({ version: before + 1, products: undefined })
  await shop.update('brands set sort_order = 7')
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
  await shop.update('tenant_versions set catalogue = catalogue + 5000')
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
