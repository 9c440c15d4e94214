import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BrandRow } from '#shared/catalogue/brands.ts'
import { type Client, dataOf, refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Shop/'
const app = useApp()
const shop = shopPerTest(app)

async function brands(input: object = {}): Promise<BrandRow[]> {
  return (await dataOf(shop.admin.post(`${at}GetBrands`, input))).items
}
async function brandOf(name: string): Promise<BrandRow> {
  const brand = (await brands()).find(({ brandName }) => brandName === name)
  if (!brand) throw new Error(`No brand ${name}`)
  return brand
}
const names = async (input: object = {}) => (await brands(input)).map(({ brandName }) => brandName)
const shown = async (client: Client = shop.dealer): Promise<string[]> =>
  (await client.get(`${at}GetShopHome`)).body.data.brands.map((one: { brandName: string }) => one.brandName)
const update = async (name: string, change: object) => {
  const { brandId, brandName, isActive, version } = await brandOf(name)
  return shop.admin.post(`${at}UpdateBrand`, { brandId, brandName, isActive, version, ...change })
}

test('brands are listed with their numbers of products and of excluded accounts', async () => {
  expect(await brands()).toMatchObject([
    { brandName: 'Ayla', isActive: true, productCount: 3, excludedCount: 0, version: 1 },
    { brandName: 'Bora', isActive: true, productCount: 3, excludedCount: 1, version: 1 },
  ])
  expect(await names({ search: 'AYL' })).toEqual(['Ayla'])
})

test('a brand is added at the end, once, and logged', async () => {
  const before = await shop.catalogueVersion()
  const added = await shop.admin.post(`${at}AddBrand`, { brandName: ' İnci ' })
  expect(added).toMatchObject({ status: 200, body: { data: { brandId: expect.any(String) } } })
  expect(await names()).toEqual(['Ayla', 'Bora', 'İnci'])
  expect(await shop.admin.post(`${at}AddBrand`, { brandName: 'İnci' })).toMatchObject({
    status: 400,
    body: { fields: { brandName: expect.any(String) } },
  })
  expect(await shop.catalogueVersion()).toBe(before + 1)
  expect(await changesOf(app, shop, 'brand')).toMatchObject([
    { action: 'added', subjectName: 'İnci', userName: 'admin', after: { brandName: 'İnci', isActive: true } },
  ])
})

test('renaming a brand shows in the shop; stale changes and taken names are refused', async () => {
  expect((await update('Bora', { brandName: 'Bora Kids' })).status).toBe(200)
  expect(await shown()).toEqual(['Ayla', 'Bora Kids'])
  expect(await update('Ayla', { version: 7 })).toMatchObject(refusal(409, 'record.changed'))
  expect(await update('Ayla', { brandName: 'Bora Kids' })).toMatchObject({
    status: 400,
    body: { fields: { brandName: expect.any(String) } },
  })
  expect(await names()).toEqual(['Ayla', 'Bora Kids'])
})

test('names are unique regardless of case; older duplicates can still be edited', async () => {
  expect((await shop.admin.post(`${at}AddBrand`, { brandName: 'Şık İNCI' })).status).toBe(200)
  for (const [brandName, existing] of [
    ['şik incı', 'Şık İNCI'],
    ['AYLA', 'Ayla'],
  ]) {
    const taken = { status: 400, body: { fields: { brandName: `“${existing}” zaten var` } } }
    expect(await shop.admin.post(`${at}AddBrand`, { brandName })).toMatchObject(taken)
    expect(await update('Bora', { brandName })).toMatchObject(taken)
  }
  expect((await update('Bora', { brandName: 'BORA' })).status).toBe(200)
  await shop.update(`brands set name = 'ayla' where name = 'BORA'`)
  expect((await update('ayla', { isActive: false })).status).toBe(200)
})

test('products of an inactive brand are neither shown nor sold', async () => {
  expect((await update('Ayla', { isActive: false })).status).toBe(200)
  expect(await shown()).toEqual(['Bora'])
  expect(await names({ isActive: false })).toEqual(['Ayla'])
  const order = shop.orderBody()
  expect(await shop.dealer.post(`${at}PostShopCart`, order)).toMatchObject(
    refusal(409, 'order.lineUnavailable'),
  )
  expect((await update('Ayla', { isActive: true })).status).toBe(200)
  expect((await shop.dealer.post(`${at}PostShopCart`, order)).status).toBe(200)
})

test('only a brand without products is deleted', async () => {
  const { brandId } = await brandOf('Ayla')
  const refused = await shop.admin.get(`${at}DeleteBrand`, { id: brandId })
  expect(refused).toMatchObject(refusal(409, 'brand.hasProducts'))
  expect(refused.body.Message).toContain('3')
  const { body } = await shop.admin.post(`${at}AddBrand`, { brandName: 'Boş' })
  expect((await shop.admin.get(`${at}DeleteBrand`, { id: body.data.brandId })).status).toBe(200)
  expect(await shop.admin.get(`${at}DeleteBrand`, { id: body.data.brandId })).toMatchObject({ status: 404 })
  expect(await names()).toEqual(['Ayla', 'Bora'])
})

test('merging moves products to the other brand and keeps them hidden from excluded accounts', async () => {
  const [ayla, bora] = [await brandOf('Ayla'), await brandOf('Bora')]
  const merge = (id: string, intoId: string) => shop.admin.post(`${at}MergeBrand`, { id, intoId })
  expect((await merge(bora.brandId, bora.brandId)).status).toBe(400)
  expect((await merge(bora.brandId, randomUUIDv7())).status).toBe(404)
  expect(await merge(bora.brandId, ayla.brandId)).toMatchObject({
    status: 200,
    body: { data: { products: 3 } },
  })
  expect(await brands()).toMatchObject([{ brandName: 'Ayla', productCount: 6, excludedCount: 1 }])
  expect(await shown()).toEqual(['Ayla'])
  const home = await shop.agent.get(`${at}GetShopHome`, { currAccCode: '120.02' })
  expect(home.body.data.brands).toEqual([])
  expect(await changesOf(app, shop, 'brand')).toMatchObject([
    { action: 'merged', subjectName: 'Ayla', after: { from: 'Bora', products: 3 } },
    { action: 'deleted', subjectName: 'Bora' },
  ])
})

test('the shop shows brands in their order; an order missing one is refused as stale', async () => {
  const ids = (await brands()).map(({ brandId }) => brandId)
  expect((await shop.admin.post(`${at}SortBrands`, { ids: ids.toReversed() })).status).toBe(200)
  expect(await shown()).toEqual(['Bora', 'Ayla'])
  for (const stale of [ids.slice(1), [...ids, randomUUIDv7()], [ids[0], ids[0]]]) {
    expect(await shop.admin.post(`${at}SortBrands`, { ids: stale })).toMatchObject(
      refusal(409, 'record.changed'),
    )
  }
  expect(await names()).toEqual(['Bora', 'Ayla'])
})
