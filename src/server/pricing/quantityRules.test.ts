import { describe, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const rule = (fields: object = {}) => ({
  audience: 'everybody',
  target: 'order',
  measure: 'pieces',
  ...fields,
})
const save = (fields: object, client = shop.admin) => client.post('/api/Price/SaveQuantityRule', rule(fields))
const saved = async (fields: object): Promise<{ id: string }> => {
  const { status, body } = await save(fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const list = async (filters: object = {}) =>
  (await shop.admin.post('/api/Price/GetQuantityRules', filters)).body.data.items
const brandId = async () => (await shop.admin.get('/api/Shop/GetShopHome')).body.data.brands[0].brandId

describe('an order', () => {
  test('keeps minimums, multiples and maximums, or is told what it lacks', async () => {
    const brand = await brandId()
    await saved({ target: 'brand', brandId: brand, minimum: 10 })
    await saved({ target: 'item', itemCode: 'A2', multiple: 3 })
    await saved({ target: 'variant', productId: shop.id('B1 S'), maximum: 5 })
    await saved({ measure: 'amount', currencyCode: 'TRY', minimum: 1500 })
    expect(await shop.order({ lines: { 'A1 S': 2, 'A1 L4': 1, 'A2 S': 1, 'B1 S': 6 } })).toMatchObject(
      refusal(409, 'order.quantityRules', {
        unmet: [
          { kind: 'minimum', target: 'brand', brandId: brand, counted: 7, limit: 10, difference: 3 },
          { kind: 'multiple', target: 'item', itemCode: 'A2', counted: 1, limit: 3, difference: 2 },
          { kind: 'maximum', target: 'variant', productId: shop.id('B1 S'), counted: 6, limit: 5 },
          {
            kind: 'minimum',
            target: 'order',
            measure: 'amount',
            counted: 1280,
            limit: 1500,
            difference: 220,
          },
        ],
      }),
    )
    expect(await shop.inventory('A1 S')).toBe(20)
    await shop.place({ lines: { 'A1 S': 4, 'A1 L4': 1, 'A2 S': 3, 'B1 S': 5 } })
  })

  test('counts amounts after price rules', async () => {
    await saved({ measure: 'amount', currencyCode: 'TRY', minimum: 100 })
    const tenth = { effect: 'percent', tiers: [{ from: 0, percents: [10] }], basis: 'none' }
    const everything = { name: 'Sezon', audience: 'everybody', target: 'all', endsOthers: false }
    await shop.admin.post('/api/Price/SavePriceRule', { ...everything, ...tenth })
    expect((await shop.order({ lines: { 'A1 S': [1, 90] } })).body.unmet).toMatchObject([{ difference: 10 }])
    await shop.place({ lines: { 'A1 S': [2, 90] } })
  })

  test('is held to its account’s rule instead of everybody’s', async () => {
    await saved({ minimum: 10 })
    await saved({ audience: 'account', currAccCode: '120.01', minimum: 2 })
    await shop.place({ lines: { 'A1 S': 2 } })
    expect((await shop.dealer.get('/api/Shop/GetPricing')).body.data.quantities).toEqual([
      { id: expect.any(String), ...rule({ audience: 'account', minimum: 2, mayOverride: false }) },
    ])
    expect((await shop.order({ currAccCode: '120.02', lines: { 'A1 S': 2 } }, shop.agent)).status).toBe(409)
  })

  test('that is amended may keep what it had, but not less of it', async () => {
    const placed = await shop.place({ lines: { 'A1 S': 2, 'A1 M': 1 } })
    await saved({ target: 'item', itemCode: 'A1', minimum: 6 })
    const amend = (lines: Record<string, number>, version: number) =>
      shop.dealer.post('/api/Shop/PostShopCart', {
        ...placed.body,
        lines: shop.orderBody({ lines }).lines,
        version,
      })
    expect(await amend({ 'A1 S': 1, 'A1 M': 2, 'B1 S': 1 }, 1)).toMatchObject({ status: 200 })
    expect(await amend({ 'A1 S': 1, 'B1 S': 1 }, 2)).toMatchObject(refusal(409, 'order.quantityRules'))
    expect(await amend({ 'A1 S': 5, 'A1 M': 2, 'B1 S': 1 }, 2)).toMatchObject({ status: 200 })
  })
})

describe('the office', () => {
  test('lists, changes and deletes rules; all is logged', async () => {
    const { id } = await saved({ target: 'item', itemCode: 'A1', minimum: 6 })
    await saved({ audience: 'account', currAccCode: '120.01', minimum: 1 })
    expect(await list()).toMatchObject([
      { target: 'order', accountName: 'Dealer 120.01' },
      { target: 'item', itemDescription: 'Ürün A1', minimum: 6, version: 1 },
    ])
    expect(await list({ search: 'ürün a1' })).toHaveLength(1)
    expect(await list({ target: 'order', currAccCode: '120.01' })).toHaveLength(1)
    const changed = await save({ id, version: 1, target: 'item', itemCode: 'A1', minimum: 6, maximum: 60 })
    expect(changed.body.data).toEqual({ id, version: 2 })
    expect(await save({ id, version: 1, minimum: 1 })).toMatchObject(refusal(409, 'record.changed'))
    await shop.admin.post('/api/Price/DeleteQuantityRule', { id })
    expect(await changesOf(app, shop, 'quantityRule')).toMatchObject([
      { action: 'added', subjectName: 'A1 Ürün A1', after: { minimum: 6, measure: 'pieces' } },
      { action: 'added', subjectName: 'order' },
      { action: 'changed', before: null, after: { maximum: 60 } },
      { action: 'deleted' },
    ])
  })

  test.each<[object, string]>([
    [{}, 'minimum'],
    [{ audience: 'account', minimum: 1 }, 'currAccCode'],
    [{ target: 'brand', minimum: 1 }, 'brandId'],
    [{ target: 'item', itemCode: 'X', minimum: 1 }, 'itemCode'],
    [{ target: 'variant', minimum: 1 }, 'productId'],
    [{ measure: 'amount', minimum: 1 }, 'currencyCode'],
    [{ minimum: 0 }, 'minimum'],
    [{ minimum: 1.5 }, 'minimum'],
    [{ minimum: 6, maximum: 5 }, 'maximum'],
  ])('is told what a rule lacks: %j', async (fields, at) => {
    const { status, body } = await save(fields)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [at] })
  })
})
