import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { Answer } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { catalogueRows, type Quantities, type Wholesaler } from '#test/factories.ts'
import { type Figures, figuresOf } from '#test/figures.ts'
import { testFolder } from '#test/folder.ts'
import { lines } from '#test/importShop.ts'
import { importClient } from '#test/imports.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

async function figures(itemCode = 'A1'): Promise<Figures | undefined> {
  return (await figuresOf(app, shop.tenantId)).get(itemCode)
}

const bring = (rows: Record<string, string>[]) =>
  importCatalogue(app.database, shop.tenantId, { rows }, { skipBad: true })
const row = (itemDim1Code: string, more: Record<string, string>) => [
  { itemCode: 'A1', colorCode: '01', itemDim1Code, ...more },
]
const place = async (quantities: Quantities, more: object = {}) =>
  (await shop.order({ lines: quantities, ...more })).status
async function done(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const office = (name: string, body: object) => done(shop.admin.post(`/api/Shop/${name}`, body))
const officeGet = (name: string, id: string) => done(shop.admin.get(`/api/Shop/${name}`, { id }))

test('an import writes the figures of new products and of those that it changes', async () => {
  expect(await figures()).toEqual({
    stock: 3,
    soldOut: false,
    prices: { CB: 10000, TF: 950 },
    currencies: { CB: 'TRY', TF: 'EUR' },
    fully: ['CB', 'TF'],
    photo: false,
  })
  expect(await figures('A3')).toMatchObject({ prices: { TF: 950 }, currencies: { TF: 'EUR' }, fully: ['TF'] })
  expect(await figures('B3')).toMatchObject({ stock: 0, soldOut: true })

  await bring(row('S', { inventory: '0' }))
  expect(await figures()).toMatchObject({ stock: 2 })
  await bring(row('S', { inventory: '7', priceCB: '5', currencyCB: 'USD' }))
  expect(await figures()).toMatchObject({ stock: 3, prices: { CB: 500, TF: 950 }, currencies: { CB: 'USD' } })
  await bring(row('S', { priceCB: '' }))
  expect(await figures()).toMatchObject({ prices: { CB: 10000 }, currencies: { CB: 'TRY' }, fully: ['TF'] })
  // A changed price, a changed name, a new size of a known product, and a file without changes.
  await bring(row('M', { priceTF: '1.25' }))
  await bring(row('M', { itemDescription: 'Yeni ad', attribute02: 'Keten' }))
  await bring(row('XL', { inventory: '1', priceCB: '0.5', priceNEW: '3' }))
  await bring(row('XL', { inventory: '1' }))
  expect(await figures()).toMatchObject({ stock: 4, prices: { CB: 50, TF: 125, NEW: 300 }, fully: [] })
  await bring(row('S', { priceCB: '100' }))
  await bring(row('XXL', { inventory: '0' }))
  expect(await figures()).toMatchObject({ stock: 4, fully: [] })
  await bring([...row('XL', { priceTF: '9', priceCB: '0.5' }), ...row('XXL', { priceTF: '9', priceCB: '1' })])
  expect(await figures()).toMatchObject({ prices: { CB: 50, TF: 125, NEW: 300 }, fully: ['CB', 'TF'] })
  await bring(catalogueRows('0'))
  expect(await figures()).toMatchObject({ stock: 1, prices: { CB: 50, TF: 900 } })
})

test('an import from the panel and its undo write the figures of all changed products', async () => {
  const before = await figuresOf(app, shop.tenantId)
  const id = await run.checked(
    lines(
      'Stok Kodu;Ürün Adı;Renk Kodu;Beden;Marka;Kategori;Fiyat;Stok',
      'A1;Ürün A1;01;S;Ayla;Kadın > Elbise;77;0',
      'A1;Ürün A1;01;XL;Ayla;Kadın > Elbise;;5',
      'B1;Ürün B1;01;M;Bora;Erkek > Gömlek;50;20',
      'B3;Ürün B3;01;S;Bora;Erkek > Gömlek;100;9',
      'N1;Gömlek;01;S;Nova;Erkek > Gömlek;120,50;4',
      'N1;Gömlek;01;M;Nova;Erkek > Gömlek;;0',
    ),
  )
  await run.apply(id)
  expect(await figures()).toMatchObject({ stock: 3, prices: { CB: 7700 }, fully: [] })
  expect(await figures('B3')).toMatchObject({ stock: 1 })
  expect(await figures('N1')).toMatchObject({ stock: 1, prices: { CB: 12050 }, fully: [] })
  // The ordered one stays, deactivated; the rest is deleted.
  expect(await place({ 'N1 S': [4, 120.5] })).toBe(200)
  await run.undo(id)
  const after = await figuresOf(app, shop.tenantId)
  expect(after.get('N1')).toEqual({
    stock: 0,
    soldOut: true,
    prices: {},
    currencies: {},
    fully: null,
    photo: false,
  })
  after.delete('N1')
  expect(after).toEqual(before)
})

test('the filter for products without photos follows every way to add and remove photos', async () => {
  const photos = await testFolder()
  await writeFile(join(photos, 'a1.jpg'), 'a picture')
  await writeFile(join(photos, 'n1.jpg'), 'another')
  const storePhoto = async (file: string) => createHash('sha256').update(file).digest('hex')
  const file = join(photos, 'products.csv')
  const text = lines(
    'brandName,categoryName,itemDescription,itemCode,colorCode,itemDim1Code,photos',
    'Ayla,Kadın > Elbise,Ürün A1,A1,01,S,a1.jpg',
    'Ayla,Kadın > Elbise,Gömlek,N1,01,S,n1.jpg',
  )
  await writeFile(file, text)
  const without = async () => {
    const { body } = await shop.admin.post('/api/Shop/GetProducts', { missing: 'photo', order: 'asc' })
    return body.data.items.map(({ itemCode }: { itemCode: string }) => itemCode)
  }
  const others = ['A2', 'A3', 'B1', 'B2', 'B3']
  expect(await without()).toEqual(['A1', ...others])
  await importCatalogue(app.database, shop.tenantId, { file }, { photos, storePhoto })
  expect([(await figures('A1'))?.photo, (await figures('N1'))?.photo]).toEqual([true, true])
  expect(await without()).toEqual(others)
  const image = { itemCode: 'N1', colorCode: '01', file: 'n1.jpg' }
  const { body } = await shop.admin.get('/api/Shop/DeleteProductImage', image)
  expect((await figures('N1'))?.photo).toBe(false)
  expect(await without()).toEqual([...others, 'N1'])
  await office('RestoreProductImage', { id: body.deletedId })
  expect((await figures('N1'))?.photo).toBe(true)
  const { data } = (await office('GetImports', {})) as { data: { items: { id: string }[] } }
  await run.undo(data.items[0]?.id ?? '')
  expect((await figures('A1'))?.photo).toBe(false)
  expect(await without()).toEqual(['A1', ...others])
})

describe('an order', () => {
  test('that sells out a size lowers the count, and one that returns it raises it', async () => {
    const { guidKey } = await shop.place({ lines: { 'A1 S': 20, 'A1 M': 19 } })
    expect(await figures()).toMatchObject({ stock: 2 })
    expect(await place({ 'A1 S': 19, 'A1 M': 20 }, { guidKey, version: 1 })).toBe(200)
    expect(await figures()).toMatchObject({ stock: 2 })
    expect(await place({ 'A1 M': 1 }, { guidKey, version: 2 })).toBe(200)
    expect(await figures()).toMatchObject({ stock: 3 })
    expect(await place({ 'A1 S': 500 }, { orderType: 'Season' })).toBe(200)
    expect(await place({ 'A1 S': 21 })).toBe(409)
    expect(await figures()).toMatchObject({ stock: 3 })
  })

  test('cancelled, restored, split and cancelled in part', async () => {
    const { id } = await shop.place({ lines: { 'A1 S': 20, 'B1 M': 20, 'B1 L4': 20 } })
    expect([await figures(), await figures('B1')]).toMatchObject([{ stock: 2 }, { stock: 1 }])
    await officeGet('DeleteOrder', id)
    expect([await figures(), await figures('B1')]).toMatchObject([{ stock: 3 }, { stock: 3 }])
    await officeGet('RestoreOrder', id)
    expect([await figures(), await figures('B1')]).toMatchObject([{ stock: 2 }, { stock: 1 }])
    const { data } = (await office('SplitOrder', { id, version: 3 })) as {
      data: { orders: { orderId: string }[] }
    }
    expect([await figures(), await figures('B1')]).toMatchObject([{ stock: 2 }, { stock: 1 }])
    await officeGet('DeleteOrder', data.orders[1]?.orderId ?? '')
    expect([await figures(), await figures('B1')]).toMatchObject([{ stock: 2 }, { stock: 3 }])
  })

  test('of a size deactivated since returns stock that does not count', async () => {
    const { id } = await shop.place({ lines: { 'A1 S': 20 } })
    const small = shop.id('A1 S')
    await edit('A1', (items) => items.map((item) => ({ ...item, isActive: item.productId !== small })))
    expect(await figures()).toMatchObject({ stock: 2 })
    await officeGet('DeleteOrder', id)
    expect(await figures()).toMatchObject({ stock: 2 })
    await edit('A1', (items) => items.map((item) => ({ ...item, isActive: true })))
    expect(await figures()).toMatchObject({ stock: 3 })
  })
})

type Item = { productId: string; inventory: number; prices: object[] } & Record<string, unknown>
type Product = { id: string; brandId: string; categoryId: string; items: Item[] } & Record<string, unknown>

async function products(itemCode: string): Promise<Product[]> {
  return (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body.data.products
}
/** Saves an item of one colour with changed sizes, lots or prices. */
async function edit(itemCode: string, change: (items: Item[]) => object[]): Promise<void> {
  const [product] = await products(itemCode)
  if (!product) throw new Error(`No ${itemCode}`)
  const items = change(product.items.map((item) => ({ ...item, inventoryRead: item.inventory })))
  await office('SaveItem', { itemCode, isNew: false, products: [{ ...product, items }] })
}
const cb = (unitPrice: number) => ({ priceGroup: 'CB', unitPrice, currencyCode: 'TRY' })

test('editing an item in the office writes the figures of its colours', async () => {
  await edit('A1', (items) =>
    items.map((item, at) => ({ ...item, inventory: at === 0 ? 0 : item.inventory })),
  )
  expect(await figures()).toMatchObject({ stock: 2 })
  await edit('A1', ([first, ...others]) => [
    ...others,
    { ...first, inventory: 3, prices: [cb(70), { priceGroup: 'NEW', unitPrice: 1, currencyCode: 'USD' }] },
    { itemDim1Code: 'XL', inventory: 1, prices: [cb(90)] },
  ])
  expect(await figures()).toMatchObject({
    stock: 4,
    prices: { CB: 7000, TF: 950, NEW: 100 },
    currencies: { CB: 'TRY', TF: 'EUR', NEW: 'USD' },
    fully: ['CB'],
  })
  await edit('A1', (items) => items.filter(({ itemDim1Code }) => itemDim1Code === 'XL'))
  expect(await figures()).toMatchObject({ stock: 1, prices: { CB: 9000 }, fully: ['CB'] })
  await edit('A1', (items) => items.map((item) => ({ ...item, isActive: false })))
  expect(await figures()).toMatchObject({ stock: 0, soldOut: true, prices: {}, currencies: {}, fully: null })
  const [product] = await products('A2')
  const added = await shop.admin.post('/api/Shop/AddProduct', {
    ...product,
    id: undefined,
    version: undefined,
    itemCode: 'C1',
    items: [{ itemDim1Code: 'S', inventory: 2, prices: [cb(5)] }],
  })
  expect([added.status, added.body.fields]).toEqual([200, undefined])
  expect(await figures('C1')).toMatchObject({ stock: 1, prices: { CB: 500 }, fully: ['CB'] })
})

test('the filter for products without a price uses the price group of the shop', async () => {
  const euro = await newShop(app, { priceGroup: 'TF' })
  const unpriced = async ({ admin }: Wholesaler) =>
    (await admin.post('/api/Shop/GetProducts', { missing: 'price' })).body.data.items.map(
      ({ itemCode }: { itemCode: string }) => itemCode,
    )
  expect([await unpriced(shop), await unpriced(euro)]).toEqual([['A3'], []])
  await edit('A2', ([first, ...others]) => [{ ...first, prices: [] }, ...others])
  await edit('A3', (items) => items.map((item) => ({ ...item, isActive: false })))
  expect(await unpriced(shop)).toEqual(['A2'])
})

test('saving sheet cells writes the figures of their products', async () => {
  const [[one], [other]] = await Promise.all([products('A1'), products('B1')])
  if (!one || !other) throw new Error('No products')
  const cell = (item: Item | undefined, more: object) => ({ productId: item?.productId, ...more })
  const price = { unitPrice: 100, currencyCode: 'TRY' }
  const inCb = (is: object | null) => [{ priceGroup: 'CB', was: price, is }]
  const sheet = [
    {
      id: one.id,
      items: [
        cell(one.items[0], { inventory: { was: 20, is: 0 } }),
        cell(one.items[1], { prices: inCb({ ...price, unitPrice: 80 }) }),
      ],
    },
    {
      id: other.id,
      items: [
        cell(other.items[0], { isActive: { was: true, is: false } }),
        cell(other.items[1], { prices: inCb(null) }),
      ],
    },
  ]
  await office('SaveProductSheet', { products: sheet })
  expect(await figures()).toMatchObject({ stock: 2, prices: { CB: 8000 }, fully: ['CB', 'TF'] })
  expect(await figures('B1')).toMatchObject({ stock: 2, prices: { CB: 38000 }, fully: ['TF'] })
})

test('figures do not depend on the state, brand or category of a product', async () => {
  const before = await figuresOf(app, shop.tenantId)
  const all = await Promise.all(['A1', 'A2', 'B1'].map(async (code) => (await products(code))[0]))
  const [one, other] = [all[0]?.brandId, all[2]?.brandId]
  const changed = all.map((product) => product?.id)
  await office('ChangeProducts', { ids: changed, isActive: false })
  await office('ChangeProducts', { ids: changed, isActive: true, brandId: other })
  await officeGet('DeleteProduct', changed[0] ?? '')
  await office('RestoreProduct', { id: changed[0] })
  await office('MergeBrand', { id: one, intoId: other })
  await office('MergeCategory', { id: all[0]?.categoryId, intoId: all[2]?.categoryId })
  expect(await figuresOf(app, shop.tenantId)).toEqual(before)
})

test('concurrent orders that sell out sizes, while an import restocks them, keep the figures right', async () => {
  const sizes = ['S', 'M'].map((size) => ['A1', 'A2', 'B1', 'B2'].map((code) => `${code} ${size}`))
  const buy = (names: string[], qty: number) => place(Object.fromEntries(names.map((name) => [name, qty])))
  const soldOut = catalogueRows('0').slice(0, 12)
  for (let turn = 0; turn < 3; turn += 1) {
    const orders = sizes.flatMap((names) => [buy(names, 10), buy(names.toReversed(), 10)])
    const lots = soldOut
      .filter(({ lotCode }) => lotCode)
      .map((one) => ({ ...one, inventory: String(turn % 2) }))
    expect(await Promise.all(orders)).toEqual([200, 200, 200, 200])
    await figures()
    await Promise.all([bring(lots), ...sizes.map((names) => buy(names, 1))])
    await figures()
    await bring(catalogueRows())
    expect(await figures()).toMatchObject({ stock: 3 })
  }
})

// Runs texts of old migrations whole.
test.skipIf(inject('isDistributed'))('the migrations compute the figures of existing products', async () => {
  const migration = (name: string) =>
    readFile(new URL(`../../../db/migrations/${name}.sql`, import.meta.url), 'utf8')
  const pictured = `
    insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
    select $1, id, 'a.jpg', $2, 0 from products where tenant_id = $1 and item_code = 'A1'`
  await shop.query(pictured, createHash('sha256').digest('hex'))
  await edit('A2', (items) => items.map((item) => ({ ...item, isActive: false })))
  await edit('B1', (items) => items.map((item) => ({ ...item, prices: [] })))
  const undo = `
    alter table products drop column priced_key, drop column is_sold_out, drop column variants_in_stock, drop column lowest_prices,
      drop column lowest_currencies, drop column fully_priced_in, drop column facet_values, drop column has_photo,
      drop column search_start;
    drop index products_by_name, brands_by_name, categories_by_name`
  for (const text of [undo, await migration('0019_product_figures'), await migration('0029_product_lists')])
    await runSql(app.connections.owner, text)
  expect(await figures()).toMatchObject({
    stock: 3,
    prices: { CB: 10000, TF: 950 },
    fully: ['CB', 'TF'],
    photo: true,
  })
  expect(await figures('A2')).toMatchObject({ stock: 0, prices: {}, fully: null, photo: false })
  expect(await figures('A3')).toMatchObject({ fully: ['TF'] })
  expect(await figures('B1')).toMatchObject({ stock: 3, prices: {}, fully: [] })
  expect(await figures('B3')).toMatchObject({ stock: 0 })
})
