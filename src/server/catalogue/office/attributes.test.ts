import { expect, test } from 'vitest'
import { recognise } from '#server/catalogue/import/file/recognise.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const at = '/api/Shop/'
const app = useApp()
const shop = shopPerTest(app)

type Named = { name: string; names: Record<string, string>; isFacet: boolean }
const read = async () => (await shop.admin.get(`${at}GetAttributes`)).body.data
const shown = async () => {
  const { status, body } = await shop.visitor.get(`${at}GetAppSettings`)
  expect(status).toBe(200)
  return body.attributes
}
const facets = async () =>
  (await shop.dealer.post(`${at}GetProductFacets`, { orderType: 'Rpt' })).body.data.attributes
const save = (first: Partial<Named>[], more: object = {}) => {
  const given = first.map((one) => ({ names: {}, isFacet: true, ...one }))
  const known = new Set(given.map(({ name }) => name))
  const rest = attributeNames.filter((name) => !known.has(name))
  const attributes = [...given, ...rest.map((name) => ({ name, names: {}, isFacet: true }))]
  return shop.admin.post(`${at}SaveAttributes`, { attributes, ...more })
}

test('attributes start unnamed and as facets, and list their values', async () => {
  const { attributes, version } = await read()
  expect(version).toBe(1)
  expect(attributes.map(({ name }: Named) => name)).toEqual([...attributeNames])
  expect(attributes[0]).toMatchObject({ isFacet: true, productCount: 6, examples: ['Yaz'] })
  expect(attributes[1]).toMatchObject({ productCount: 0, examples: [] })
  expect(await shown()).toBeUndefined()
  expect(await facets()).toEqual([{ name: 'attribute01', values: [{ value: 'Yaz', count: 6 }] }])
})

test('names reach the shop in its languages and in the office’s order, and are logged', async () => {
  const saved = await save(
    [
      { name: 'attribute03', names: { tr: ' Kumaş ', en: 'Fabric', it: 'Tessuto' } },
      { name: 'attribute01', names: { tr: 'Sezon' } },
    ],
    { version: 1 },
  )
  expect(saved).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  expect(await shown()).toEqual([
    { name: 'attribute03', names: { tr: 'Kumaş', en: 'Fabric' } },
    { name: 'attribute01', names: { tr: 'Sezon' } },
  ])
  expect((await read()).attributes.slice(0, 3).map(({ name }: Named) => name)).toEqual([
    'attribute03',
    'attribute01',
    'attribute02',
  ])
  expect(await changesOf(app, shop, 'attribute')).toMatchObject([
    {
      action: 'changed',
      userName: 'admin',
      before: { attribute01: [], attribute03: [] },
      after: { attribute01: ['Sezon'], attribute03: ['Kumaş', 'Fabric', 'Tessuto'] },
    },
  ])
})

test('attributes that are no facets are not offered, but links filtered by them still work', async () => {
  await save([{ name: 'attribute01', isFacet: false }])
  expect(await facets()).toEqual([])
  const narrowed = await shop.dealer.post(`${at}GetCategoryProducts`, {
    orderType: 'Rpt',
    facets: { attributes: { attribute01: ['Kış'] } },
  })
  expect(narrowed.body.data.total).toBe(0)
})

test('stale changes, incomplete lists and duplicate names are refused', async () => {
  expect((await save([], { version: 1 })).status).toBe(200)
  expect(await save([{ name: 'attribute01', names: { tr: 'Mevsim' } }], { version: 1 })).toMatchObject(
    refusal(409, 'record.changed'),
  )
  expect((await shop.admin.post(`${at}SaveAttributes`, { attributes: [] })).status).toBe(400)
  const twice = await save([
    { name: 'attribute01', names: { tr: 'Sezon', en: 'Season' } },
    { name: 'attribute02', names: { tr: 'Kalıp', en: 'Season' } },
  ])
  expect(twice).toMatchObject({
    status: 400,
    body: { fields: { 'attributes.1.names.en': expect.any(String) } },
  })
  expect(await shown()).toBeUndefined()
})

test('a file’s column with an attribute’s name is recognised', () => {
  const column = (heading: string) => ({ heading, samples: [] })
  const named = [{ name: 'attribute04' as const, names: { tr: 'Kalıp', en: 'Type' } }]
  expect(recognise([column('KALIP'), column('type')], { priceGroups: ['CB'], attributes: named })).toEqual([
    { target: 'attribute04', foundBy: 'name' },
    { target: '', foundBy: '' },
  ])
  // Unnamed, the heading has its generic meaning.
  expect(recognise([column('type')], { priceGroups: ['CB'], attributes: [] })).toEqual([
    { target: 'categoryName', foundBy: 'name' },
  ])
})
