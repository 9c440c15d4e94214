import { beforeAll, expect, test, vi } from 'vitest'
import { cleanUp } from '#server/images/cleanUp.ts'
import type { PhotoCatalogue } from '#shared/photos/photoCatalogues.ts'
import type { Wholesaler } from '#test/factories.ts'
import { asSeen, pagesOf, picturesOf, seenLinesOf } from '#test/pdfText.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
import { newShop, shopPerFile, useApp } from '#test/useShop.ts'
import { catalogueObject } from './catalogues.ts'

const app = useApp()
const shop = shopPerFile(app, 'catalogues')

beforeAll(async () => {
  for (const [index, itemCode] of ['A1', 'A2', 'B1'].entries()) {
    const input = await plainPicture(100 * (index + 1), 90, '#36c')
      .png()
      .toBuffer()
    const bytes = await plainPicture(900, 1200).composite([{ input }]).jpeg().toBuffer()
    await sendPhotos(shop.admin, { itemCode, colorCode: '01' }, { name: 'a.jpg', bytes })
  }
})

const brandId = async (name: string) => {
  const { body } = await shop.admin.get('/api/Shop/GetShopHome')
  return body.data.brands.find((brand: { brandName: string }) => brand.brandName === name).brandId as string
}

async function made(client: Wholesaler['admin'], asked: object): Promise<{ id: string; pdf: Buffer }> {
  const started = await client.post('/api/Shop/StartPhotoCatalogue', asked)
  expect(started.status).toBe(200)
  const { id } = started.body.data
  await expect.poll(async () => stateOf(client, id), { timeout: 20_000 }).toBe('ready')
  return { id, pdf: (await client.get('/api/Shop/GetPhotoCatalogue', { id })).body }
}

async function stateOf(client: Wholesaler['admin'], id: string): Promise<string | undefined> {
  const { body } = await client.get('/api/Shop/GetPhotoCatalogues')
  return body.data.find((one: PhotoCatalogue) => one.id === id)?.state
}

test('counts visible products by brand, category, words, stock and photos', async () => {
  const count = async (filter: object) =>
    (await shop.agent.post('/api/Shop/CountCatalogueProducts', filter)).body.data
  expect(await count({})).toEqual({ products: 3, withoutPhoto: 3 })
  expect(await count({ onlyWithPhoto: false })).toEqual({ products: 6, withoutPhoto: 3 })
  expect(await count({ brandIds: [await brandId('Ayla')] })).toEqual({ products: 2, withoutPhoto: 1 })
  expect(await count({ search: 'ürün a1' })).toEqual({ products: 1, withoutPhoto: 0 })
  expect(await count({ onlyWithPhoto: false, onlyInStock: true })).toEqual({ products: 5, withoutPhoto: 2 })
  const products = [
    { itemCode: 'B1', colorCode: '01' },
    { itemCode: 'B1', colorCode: '99' },
  ]
  expect(await count({ products })).toEqual({ products: 1, withoutPhoto: 0 })
  const { body } = await shop.admin.get('/api/Shop/GetShopHome')
  const man = body.data.categories.find((one: { categoryName: string }) => one.categoryName === 'Erkek')
  expect(await count({ categoryIds: [man.categoryId] })).toEqual({ products: 1, withoutPhoto: 2 })
})

test.each([
  [1, 3],
  [2, 2],
  [4, 1],
  [12, 1],
  [16, 1],
])('%i on a page are drawn, with their photos', async (perPage, pages) => {
  const { pdf } = await made(shop.admin, { perPage, priceGroup: 'CB', title: 'Yaz 2026', withCover: false })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(pdf)).toBe(pages)
  expect(picturesOf(pdf)).toBe(3)
  expect(pdf.toString('latin1')).toContain('/Lang (tr)')
})

test.each(['ru', 'ar'])('an agent can create one in %s', async (langCode) => {
  const { pdf } = await made(shop.agent.as({ langCode }), { onlyWithPhoto: false })
  // The cover repeats photos.
  expect([pagesOf(pdf), picturesOf(pdf)]).toEqual([2, 6])
})

test.each([
  ['ar', 4],
  ['tr', 16],
])(
  'has numbers from left to right within Arabic text, in %s with %i on a page',
  async (langCode, perPage) => {
    const own = await newShop(app)
    const rows = ['٣٨', '٤٠'].map((itemDim1Code) => ({
      brandName: 'أيلا ٥٦',
      categoryName: 'Kadın',
      itemCode: 'G9',
      itemDescription: 'طقم ١٠٫٥٧ سم',
      colorCode: '01',
      colorDescription: 'أزرق ۴۲',
      itemDim1Code,
      priceCB: '1234.50',
      currencyCB: 'TRY',
      inventory: '20',
    }))
    await own.load(rows)
    const asked = { onlyWithPhoto: false, perPage, search: 'G9', title: 'عرض ٢٠٢٦', priceGroup: 'CB' }
    const { pdf } = await made(own.admin.as({ langCode }), asked)
    const seen = seenLinesOf(pdf).join('\n')
    expect(seen).toContain(`٢٠٢٦ ${asSeen('عرض')}`)
    expect(seen).toContain(`${asSeen('سم')} ١٠٫٥٧ ${asSeen('طقم')}`)
    expect(seen).toContain(`۴۲ ${asSeen('أزرق')}`)
    expect(seen).toContain(`٥٦ ${asSeen('أيلا')}`)
    expect(seen).toContain('٣٨ · ٤٠')
    expect(seen).toContain(langCode === 'ar' ? '₺1,234.50' : '₺1.234,50')
  },
)

test('a section starts on a new page', async () => {
  const asked = { onlyWithPhoto: false, withCover: false }
  const byBrand = await made(shop.admin, { ...asked, sections: 'brand' })
  const { body } = await shop.admin.get('/api/Shop/GetShopHome')
  expect(pagesOf(byBrand.pdf)).toBe(body.data.brands.length)
  const byCategory = await made(shop.admin, { ...asked, sections: 'category' })
  expect(pagesOf(byCategory.pdf)).toBe(2)
})

test('has a readable name, is visible to its creator only, and can be deleted', async () => {
  const { id } = await made(shop.admin, { title: 'Yaz 2026' })
  const answer = await shop.admin.get('/api/Shop/GetPhotoCatalogue', { id })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Yaz%202026.pdf",
  })
  expect((await shop.agent.get('/api/Shop/GetPhotoCatalogue', { id })).status).toBe(404)
  expect((await shop.agent.post('/api/Shop/DeletePhotoCatalogue', { id })).status).toBe(404)
  expect((await shop.admin.post('/api/Shop/DeletePhotoCatalogue', { id })).status).toBe(200)
  expect((await shop.admin.get('/api/Shop/GetPhotoCatalogue', { id })).status).toBe(404)
  await expect.poll(() => app.photos.objects.has(catalogueObject(shop.tenantId, id))).toBe(false)
})

test('refuses an empty selection, and a second one at once', async () => {
  const none = await shop.admin.post('/api/Shop/StartPhotoCatalogue', { search: 'nothing is called so' })
  expect(none.body.code).toBe('catalogue.empty')
  const both = await Promise.all([
    shop.admin.post('/api/Shop/StartPhotoCatalogue', {}),
    new Promise((resolve) => setTimeout(resolve, 30)).then(() =>
      shop.admin.post('/api/Shop/StartPhotoCatalogue', {}),
    ),
  ])
  expect(both[0].status).toBe(200)
  if (both[1].status !== 200) expect(both[1].body.code).toBe('catalogue.busy')
  await expect.poll(() => stateOf(shop.admin, both[0].body.data.id)).toBe('ready')
})

test('fails alone when the disk is full', async () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  const { body } = await shop.admin.post('/api/Shop/StartPhotoCatalogue', {})
  await expect.poll(() => stateOf(shop.admin, body.data.id)).toBe('failed')
  vi.unstubAllEnvs()
  await made(shop.admin, {})
})

test('an abandoned one counts as failed, and all disappear after a day', async () => {
  const { id } = await made(shop.admin, {})
  await shop.update(
    `photo_catalogues set state = 'drawing', seen_at = now() - interval '31 seconds' where id = $2`,
    id,
  )
  expect(await stateOf(shop.admin, id)).toBe('failed')
  const deps = { database: app.database, photos: app.photos }
  await cleanUp(deps, shop.tenantId, new Date())
  expect(await app.photos.objects.has(catalogueObject(shop.tenantId, id))).toBe(true)
  await cleanUp(deps, shop.tenantId, new Date(Date.now() + 25 * 3_600_000))
  expect(await app.photos.objects.has(catalogueObject(shop.tenantId, id))).toBe(false)
  expect((await shop.admin.get('/api/Shop/GetPhotoCatalogues')).body.data).toEqual([])
})
