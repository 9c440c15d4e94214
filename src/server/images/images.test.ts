import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')
let folder: string
/** An item code that needs URL encoding. */
const item = { itemCode: 'K/1 #%', colorCode: 'ş&/', itemDim1Code: 'S' }
const path = (width: number, file: string) =>
  `/products/img${width}/${encodeURIComponent(item.itemCode)}/${encodeURIComponent(item.colorCode)}/${encodeURIComponent(file)}?updatedDate=1`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })
  // Rotated by EXIF, with GPS data, as from a phone.
  await picture(2000, 1000)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitude: '41/1' } })
    .jpeg()
    .toFile(join(folder, 'büyük fotoğraf.jpeg'))
  await picture(240, 300).png().toFile(join(folder, 'small.png'))
  await writeFile(join(folder, 'broken.jpg'), 'not a picture')
  const rows = [
    {
      ...item,
      brandName: 'Ayla',
      categoryName: 'Kadın',
      itemDescription: 'K',
      photos: 'büyük fotoğraf.jpeg|small.png|broken.jpg',
    },
  ]
  const options = {
    photos: folder,
    storePhoto: (file: string, tenantId: string) => app.photos.store(tenantId, file),
  }
  const report = await importCatalogue(app.database, shop.tenantId, { rows }, options)
  if (report.images.added !== 2) throw new Error(`Not two photos: ${JSON.stringify(report)}`)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('photos are rotated upright, resized to 640 and 960, and stripped of metadata', async () => {
  for (const [width, height] of [
    [640, 960],
    [720, 1440],
  ]) {
    const answer = await shop.visitor.get(path(width === 640 ? 640 : 960, 'büyük fotoğraf.jpg'))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('image/jpeg')
    expect(answer.headers['cache-control']).toContain('immutable')
    const metadata = await sharp(answer.body).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.height).toBeLessThanOrEqual(height ?? 0)
    expect(metadata.height).toBeGreaterThan(metadata.width)
  }
})

test('a small photo is not enlarged', async () => {
  const answer = await shop.visitor.get(path(960, 'small.jpg'))
  expect(await sharp(answer.body).metadata()).toMatchObject({ width: 240, height: 300 })
})

test('other tenants, files and path tricks find none', async () => {
  expect((await rival.visitor.get(path(640, 'small.jpg'))).status).toBe(404)
  expect((await shop.visitor.get(path(640, 'broken.jpg'))).status).toBe(404)
  expect((await shop.visitor.get('/products/img640/..%2F..%2F/x/small.jpg')).status).toBe(404)
  expect((await shop.visitor.get(`/pictures/${'0'.repeat(64)}.jpg`)).status).toBe(404)
})

test('a product lists its photos in file order', async () => {
  const { body } = await shop.dealer.post('/api/Shop/GetCategoryProducts', {
    orderType: 'Rpt',
    itemCode: item.itemCode,
  })
  expect(body.data.products[0].images).toEqual(['büyük fotoğraf.jpg', 'small.jpg'])
})
