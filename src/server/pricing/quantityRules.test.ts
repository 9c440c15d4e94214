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
const brandOf = async (itemCode: string) =>
  (
    await shop.query<{ id: string }>(
      'select brand_id as id from products where tenant_id = $1 and item_code = $2',
      itemCode,
    )
  )[0]?.id
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
      { action: 'changed', before: { maximum: null }, after: { maximum: 60 } },
      { action: 'deleted' },
    ])
  })

  test('reads the log in its words', async () => {
    await saved({ minimum: 6 })
    await saved({ measure: 'amount', currencyCode: 'TRY', target: 'item', itemCode: 'A1', minimum: 6 })
    await shop.update(
      `quantity_rules set target = 'brand', item_code = null, brand_id = gen_random_uuid() where target = 'item'`,
    )
    for (const { id } of await list()) await shop.admin.post('/api/Price/DeleteQuantityRule', { id })
    const log = async (langCode: string) => {
      const asked = { format: 'csv', subject: 'quantityRule', columns: ['name', 'after', 'before'] }
      const { status, body } = await shop.admin.as({ langCode }).post('/api/Account/ExportChanges', asked)
      expect(status).toBe(200)
      return (body as unknown as Buffer).toString()
    }
    const english = await log('en')
    for (const words of ['The whole order', 'Measured in: Pieces', 'Measured in: Amount', '(deleted)'])
      expect(english).toContain(words)
    expect(english).not.toMatch(/^(?:order|brand),|: (?:pieces|amount|order|brand)$/m)
    expect(await log('tr')).toContain('Siparişin tamamı')
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
    [{ minimum: 48, multiple: 30, maximum: 50 }, 'maximum'],
    [{ multiple: 30, maximum: 20 }, 'maximum'],
    [{ measure: 'amount', currencyCode: 'TRY', minimum: 100.01, multiple: 50, maximum: 149.99 }, 'maximum'],
  ])('is told what a rule lacks: %j', async (fields, at) => {
    const { status, body } = await save(fields)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [at] })
  })

  test('is told why nobody can keep a rule', async () => {
    const english = shop.admin.as({ langCode: 'en' })
    const problem = async (fields: object) => (await save(fields, english)).body.fields ?? {}
    expect(await problem({ minimum: 48, multiple: 30, maximum: 50 })).toEqual({
      maximum: expect.stringContaining('reaches the minimum is 60'),
    })
    await saved({ minimum: 48, multiple: 30, maximum: 50, isActive: false })
    await saved({ minimum: 48, multiple: 24, maximum: 50 })
    await saved({ measure: 'amount', currencyCode: 'TRY', maximum: 500 })
    const item = { target: 'item', itemCode: 'A1' }
    expect(await problem({ ...item, minimum: 60 })).toEqual({
      minimum: expect.stringMatching(/The whole order allows at most 48 pieces.* at least 60 pieces/),
    })
    expect(await problem({ ...item, multiple: 60 })).toEqual({
      multiple: expect.stringContaining('48 pieces'),
    })
    expect(await problem({ ...item, measure: 'amount', currencyCode: 'TRY', minimum: 500.01 })).toEqual({
      minimum: expect.stringContaining('₺500.00'),
    })
    // Saved: rules of another measure or currency, and one that others can do without.
    await saved({ ...item, measure: 'lots', minimum: 60 })
    await saved({ ...item, measure: 'amount', currencyCode: 'EUR', minimum: 5000 })
    await saved({ target: 'variant', productId: shop.id('A1 S'), maximum: 5 })
    await saved({ ...item, minimum: 48 })
    expect(await problem({ target: 'brand', brandId: await brandOf('A1'), maximum: 47 })).toEqual({
      maximum: expect.stringMatching(/needs at least 48 pieces/),
    })
    await saved({ target: 'brand', brandId: await brandOf('B1'), maximum: 5 })
    expect(
      await problem({
        target: 'variant',
        productId: shop.id('B1 S'),
        audience: 'priceGroup',
        priceGroup: 'CB',
        minimum: 6,
      }),
    ).toEqual({ minimum: expect.stringContaining('at most 5 pieces') })
  })

  test('is warned where some cannot keep a rule, or nobody at present', async () => {
    const check = async ({ id }: { id: string }) =>
      (await shop.admin.get('/api/Price/CheckQuantityRule', { id })).body.data
    const account = { audience: 'account', currAccCode: '120.01' }
    await saved({ ...account, maximum: 10 })
    await saved({ audience: 'account', currAccCode: '120.02', maximum: 10 })
    await saved({ audience: 'account', currAccCode: '120.02', target: 'item', itemCode: 'A1', minimum: 2 })
    const stock = Number(
      (
        await shop.query<{ sum: string }>(
          `select sum(v.inventory * v.pieces_per_lot) from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
           where v.tenant_id = $1 and v.is_active and p.item_code = 'A1'`,
        )
      )[0]?.sum,
    )
    const item = await saved({ target: 'item', itemCode: 'A1', minimum: 20 })
    expect(await check(item)).toEqual({
      name: { target: 'item', itemCode: 'A1', itemDescription: 'Ürün A1' },
      conflicts: [
        {
          ...account,
          accountName: 'Dealer 120.01',
          measure: 'pieces',
          least: 20,
          most: 10,
          narrow: { target: 'item', itemCode: 'A1', itemDescription: 'Ürün A1' },
          wide: { target: 'order' },
        },
      ],
    })
    const beyond = { id: item.id, target: 'item', itemCode: 'A1', minimum: stock, multiple: stock - 1 }
    await saved(beyond)
    expect((await check(item)).beyondStock).toEqual({ measure: 'pieces', least: 2 * stock - 2, stock })
    await saved({ ...beyond, multiple: undefined })
    expect((await check(item)).beyondStock).toBeUndefined()
    const amount = await saved({
      target: 'item',
      itemCode: 'A1',
      measure: 'amount',
      currencyCode: 'TRY',
      minimum: 10_000_000,
    })
    expect((await check(amount)).beyondStock).toMatchObject({ least: 10_000_000, stock: expect.any(Number) })
    const lots = await saved({ target: 'item', itemCode: 'A2', measure: 'lots', minimum: 1000 })
    expect((await check(lots)).beyondStock).toMatchObject({ least: 1000, stock: expect.any(Number) })
  })
})
