import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { plainPicture } from '#test/upload.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')
/** An item code that needs URL encoding. */
const item = { itemCode: 'K/1 #%', colorCode: 'ş&/', itemDim1Code: 'S' }
const path = (width: number, file: string) =>
  `/products/img${width}/${encodeURIComponent(item.itemCode)}/${encodeURIComponent(item.colorCode)}/${encodeURIComponent(file)}?updatedDate=1`

beforeAll(async () => {
  const { folder } = app
  await plainPicture(2000, 1000).jpeg().toFile(join(folder, 'büyük fotoğraf.jpeg'))
  await plainPicture(240, 300).png().toFile(join(folder, 'small.png'))
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

test.each([
  ['büyük fotoğraf.jpg', { width: 960, height: 480 }],
  ['small.jpg', { width: 240, height: 300 }],
])('a photo of the file, %s, is reduced if large and not enlarged', async (file, size) => {
  const answer = await shop.visitor.get(path(960, file))
  expect(await sharp(answer.body).metadata()).toMatchObject(size)
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
