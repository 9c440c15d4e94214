import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Shop/'
const app = useApp()
const shop = shopPerTest(app)
type Brand = { brandId: string; brandName: string }

async function brands(input: object = {}, of = shop): Promise<Brand[]> {
  return (await dataOf(of.admin.post(`${at}GetBrands`, input))).items
}
const names = async (input: object = {}) => (await brands(input)).map(({ brandName }) => brandName)
async function brandId(name: string, of = shop): Promise<string> {
  const id = (await brands({}, of)).find(({ brandName }) => brandName === name)?.brandId
  if (!id) throw new Error(`No brand ${name}`)
  return id
}
const accountOf = async (code: string) =>
  (await shop.admin.get('/api/Account/GetCustomerById', { id: code })).body.data
const exclude = (userId: string, brandIds: string[]) =>
  shop.admin.post(`${at}PostExcludeBrands`, { userId, brandIds })

describe('brands of the office', () => {
  test('are listed with their products, searched with Turkish case rules and sorted', async () => {
    expect(await brands()).toMatchObject([
      { brandName: 'Ayla', image: '', sortOrder: 0, isActive: true, productCount: 3 },
      { brandName: 'Bora', productCount: 3 },
    ])
    await shop.update(
      `brands set name = 'İnci Işık', sort_order = 5, image = repeat('a', 64) where name = 'Ayla'`,
    )
    expect(await names()).toEqual(['Bora', 'İnci Işık'])
    expect(await names({ sort: 'brandName', order: 'desc' })).toEqual(['İnci Işık', 'Bora'])
    expect(await names({ sort: 'productCount', limit: 1, page: 2 })).toEqual(['İnci Işık'])
    for (const search of ['inci', 'İNCİ', 'ışık', 'IŞIK'])
      expect(await names({ search })).toEqual(['İnci Işık'])
    expect((await brands({ search: 'inci' }))[0]).toMatchObject({ image: `/pictures/${'a'.repeat(64)}.jpg` })
  })
})

describe('excluded brands', () => {
  test('are hidden from the dealer at once, by account or by user', async () => {
    const { id, users } = await accountOf('120.01')
    const bora = await brandId('Bora')
    const shown = async () =>
      (await shop.dealer.get(`${at}GetShopHome`)).body.data.brands.map((brand: Brand) => brand.brandName)
    expect(await shown()).toEqual(['Ayla', 'Bora'])
    expect((await exclude(id, [bora, bora])).body.data).toEqual([bora])
    expect(await shown()).toEqual(['Ayla'])
    const userId = users[0].id
    expect((await shop.admin.get(`${at}GetExcludeBrands`, { userId })).body.data).toEqual([bora])
    expect((await accountOf('120.01')).excludedBrands).toBe(1)
    expect((await exclude(userId, [])).body.data).toEqual([])
    expect(await shown()).toEqual(['Ayla', 'Bora'])
    const log = await changesOf(app, shop, 'customer')
    expect(log).toMatchObject([
      {
        subjectName: '120.01 Dealer 120.01',
        before: { excludedBrands: [] },
        after: { excludedBrands: ['Bora'] },
      },
      { action: 'brandsExcluded', before: { excludedBrands: ['Bora'] }, after: { excludedBrands: [] } },
    ])
  })

  test('of two concurrent writes are one’s, never a mixture', async () => {
    const { id } = await accountOf('120.01')
    const [ayla, bora] = [await brandId('Ayla'), await brandId('Bora')]
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([exclude(id, [ayla]), exclude(id, [bora])])
      expect((await shop.admin.get(`${at}GetExcludeBrands`, { userId: id })).body.data).toHaveLength(1)
    }
  })

  test('must exist, like the customer', async () => {
    const rival = await newShop(app)
    const { id } = await accountOf('120.02')
    const before = (await shop.admin.get(`${at}GetExcludeBrands`, { userId: id })).body.data
    const refused = await Promise.all([
      exclude(id, [randomUUIDv7()]),
      exclude(id, [await brandId('Ayla'), await brandId('Ayla', rival)]),
      exclude(randomUUIDv7(), []),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await shop.admin.get(`${at}GetExcludeBrands`, { userId: id })).body.data).toEqual(before)
    await shop.admin.get('/api/Account/DeleteCustomer', { id })
    expect((await exclude(id, [])).status).toBe(404)
  })
})

test('price groups are those of prices and customers, and the tenant’s own', async () => {
  const groups = async (of = shop) => (await of.admin.get('/api/Account/GetPriceGroups')).body.data
  expect(await groups()).toEqual(['CB', 'TF'])
  const odd = await newShop(app, { priceGroup: 'XL' })
  const { id: _id, ...account } = (await odd.admin.get('/api/Account/GetCustomerById', { id: '120.01' })).body
    .data
  await odd.admin.post('/api/Account/UpdateCustomer', { ...account, priceGroup: 'Çok Özel' })
  expect(await groups(odd)).toEqual(['CB', 'Çok Özel', 'TF', 'XL'])
  expect(await groups()).toEqual(['CB', 'TF'])
})
