import { beforeAll, describe, expect, test } from 'vitest'
import type { SentSheetChange, SheetItem, SheetProduct } from '#shared/catalogue/productSheet.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'sheet')
const rival = shopPerFile(app, 'rival')
let brandId: string
let categoryId: string

beforeAll(async () => {
  const { data } = (await shop.admin.get('/api/Shop/GetProductChoices')).body
  brandId = data.brands[0].brandId
  categoryId = data.categories[0].categoryId
})

const cb = (unitPrice: number, currencyCode = 'TRY') => ({ priceGroup: 'CB', unitPrice, currencyCode })
const size = (itemDim1Code: string, more: object = {}) => ({
  itemDim1Code,
  inventory: 10,
  prices: [cb(100)],
  ...more,
})

/** Adds an item and reads its colours as the sheet shows them. */
async function add<Colors extends object[][]>(itemCode: string, ...colors: Colors) {
  const products = colors.map((items, index) => ({
    itemDescription: 'Keten Gömlek',
    colorCode: `0${index + 1}`,
    colorDescription: `Renk ${index + 1}`,
    brandId,
    categoryId,
    items,
  }))
  const answer = await shop.admin.post('/api/Shop/SaveItem', { itemCode, isNew: true, products })
  expect([answer.status, answer.body.fields]).toEqual([200, undefined])
  const added = await itemOf(itemCode)
  expect(added).toHaveLength(colors.length)
  return added as { [Index in keyof Colors]: SheetProduct }
}

async function itemOf(itemCode: string): Promise<SheetProduct[]> {
  const { products } = (await read({ search: itemCode })).body.data
  return products.filter((product: SheetProduct) => product.itemCode === itemCode)
}

const read = (body: object, client = shop.admin) => client.post('/api/Shop/GetProductSheet', body)
const save = (products: SentSheetChange[], client = shop.admin) =>
  client.post('/api/Shop/SaveProductSheet', { products })
const order = (productId: string, qty: number) => shop.order({ lines: { [productId]: qty } })

function first<One>([one]: One[]): One {
  if (!one) throw new Error('There is none')
  return one
}

function priced({ productId, prices }: SheetItem, is: { unitPrice: number; currencyCode: string } | null) {
  const was = prices.find(({ priceGroup }) => priceGroup === 'CB')
  const seen = was ? { unitPrice: was.unitPrice, currencyCode: was.currencyCode } : null
  return { productId, prices: [{ priceGroup: 'CB', was: seen, is }] }
}
const lira = (unitPrice: number) => ({ unitPrice, currencyCode: 'TRY' })

describe('the sheet', () => {
  test('has every size and lot with its editable fields, in the order of codes', async () => {
    const { products, next, rows } = (await read({})).body.data
    expect([products.length, next, rows]).toEqual([6, null, 14])
    const codes = products.map(({ itemCode }: SheetProduct) => itemCode)
    expect(codes).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
    expect(products[0]).toMatchObject({
      itemDescription: 'Ürün A1',
      colorCode: '01',
      isActive: true,
      items: [
        { itemDim1Code: 'S', barcode: '', inventory: 20, isActive: true },
        { itemDim1Code: 'M', lotCode: '' },
        {
          itemDim1Code: '',
          lotCode: 'L4',
          prices: [cb(380), { priceGroup: 'TF', unitPrice: 34, currencyCode: 'EUR' }],
        },
      ],
    })
  })

  test('comes in consecutive parts without overlap', async () => {
    const codes: string[] = []
    let after: object | undefined
    for (let part = 0; part < 10; part += 1) {
      const { products, next, rows } = (await read({ limit: 2, ...(after ? { after } : {}) })).body.data
      expect(rows === null).toBe(after !== undefined)
      codes.push(...products.map(({ itemCode }: SheetProduct) => itemCode))
      after = next ?? undefined
      if (!next) break
    }
    expect(codes).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  })

  test('can be filtered like the list, and to selected products', async () => {
    const codes = async (body: object) =>
      (await read(body)).body.data.products.map(({ itemCode }: SheetProduct) => itemCode)
    expect(await codes({ search: 'a1' })).toEqual(['A1'])
    expect(await codes({ missing: 'price' })).toEqual(['A3'])
    expect(await codes({ inStock: false })).toEqual(['B3'])
    const [one, other] = (await read({ search: 'bora' })).body.data.products
    expect(await codes({ ids: [one.id, other.id], search: 'B1' })).toEqual(['B1'])
    expect((await read({ state: 'deleted' })).status).toBe(400)
  })
})

describe('cells', () => {
  test('of several products are saved at once, recorded for each, and seen by the shop', async () => {
    const [one, other] = await add('S1', [size('S', { barcode: 'S1-S' }), size('M')], [size('S')])
    const before = await shop.catalogueVersion()
    const [small, medium] = one.items as [SheetItem, SheetItem]
    const answer = await save([
      {
        id: one.id,
        itemDescription: { was: 'Keten Gömlek', is: 'İnce Gömlek' },
        items: [
          { ...priced(small, lira(108.5)), barcode: { was: 'S1-S', is: '' } },
          {
            ...priced(medium, null),
            barcode: { was: '', is: 'S1-S' },
            inventory: { was: 10, is: 25 },
            isActive: { was: true, is: false },
          },
        ],
      },
      { id: other.id, items: [priced(first(other.items), { unitPrice: 3, currencyCode: 'EUR' })] },
    ])
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { changed: [one.id, other.id], changeSetId: expect.any(String), refused: [], present: [] },
    ])
    expect(await shop.catalogueVersion()).toBe(before + 1)
    const [now, nowOther] = await itemOf('S1')
    expect(now).toMatchObject({
      itemDescription: 'İnce Gömlek',
      items: [
        { itemDim1Code: 'S', barcode: '', prices: [cb(108.5)], inventory: 10 },
        { itemDim1Code: 'M', barcode: 'S1-S', prices: [], inventory: 25, isActive: false },
      ],
    })
    expect(nowOther).toMatchObject({ itemDescription: 'Keten Gömlek', items: [{ prices: [cb(3, 'EUR')] }] })
    const recorded = (await changesOf(app, shop, 'product')).filter(
      ({ subjectName, action }) => subjectName.startsWith('S1 ') && action === 'changed',
    )
    expect(recorded).toEqual([
      {
        action: 'changed',
        userName: 'admin',
        subjectName: 'S1 01 İnce Gömlek',
        before: {
          itemDescription: 'Keten Gömlek',
          barcodes: ['S S1-S'],
          inventory: ['M 10'],
          prices: ['S CB 100.00 TRY', 'M CB 100.00 TRY'],
        },
        after: {
          itemDescription: 'İnce Gömlek',
          barcodes: ['M S1-S'],
          inventory: ['M 25'],
          prices: ['S CB 108.50 TRY'],
          inactiveVariants: ['M'],
        },
      },
      {
        action: 'changed',
        userName: 'admin',
        subjectName: 'S1 02 Keten Gömlek',
        before: { prices: ['S CB 100.00 TRY'] },
        after: { prices: ['S CB 3.00 EUR'] },
      },
    ])
    const offered = await shop.dealer.post('/api/Shop/GetCategoryProducts', {
      itemCode: 'S1',
      orderType: 'Rpt',
    })
    expect(offered.body.data.products[0].items[0].unitPrice).toBe(108.5)
  })

  test('already at the new value change nothing', async () => {
    const [one] = await add('S2', [size('S')])
    const before = await shop.catalogueVersion()
    const answer = await save([
      { id: one.id, items: [{ ...priced(first(one.items), lira(100)), inventory: { was: 3, is: 10 } }] },
    ])
    expect(answer.body.data).toEqual({ changed: [], refused: [], present: [] })
    expect(await shop.catalogueVersion()).toBe(before)
  })

  test('changed by somebody else stay as they are, all others are saved', async () => {
    const [one] = await add('S3', [size('S'), size('M')])
    const [small, medium] = one.items as [SheetItem, SheetItem]
    await save([
      {
        id: one.id,
        itemDescription: { was: one.itemDescription, is: 'Yeni' },
        items: [priced(small, lira(90))],
      },
    ])
    const answer = await save([
      {
        id: one.id,
        itemDescription: { was: one.itemDescription, is: 'Eski' },
        items: [priced(small, lira(110)), priced(medium, lira(120))],
      },
    ])
    expect(answer.body.data.changed).toEqual([one.id])
    expect(answer.body.data.refused).toEqual([
      { id: one.id, field: 'itemDescription', reason: 'changed' },
      { id: one.id, productId: small.productId, field: 'price', priceGroup: 'CB', reason: 'changed' },
    ])
    expect(answer.body.data.present).toMatchObject([
      { itemDescription: 'Yeni', items: [{ prices: [cb(90)] }, { prices: [cb(120)] }] },
    ])
    expect(first(await itemOf('S3'))).toMatchObject({ items: [{ prices: [cb(90)] }, { prices: [cb(120)] }] })
  })

  test('of stock that an order took meanwhile return what is left, and give nothing back', async () => {
    const [one] = await add('S4', [size('S'), size('M')])
    const [small, medium] = one.items as [SheetItem, SheetItem]
    expect((await order(small.productId, 3)).status).toBe(200)
    const stock = (item: SheetItem, is: number) => ({
      productId: item.productId,
      inventory: { was: item.inventory, is },
    })
    const answer = await save([{ id: one.id, items: [stock(small, 30), stock(medium, 40)] }])
    expect(answer.body.data.refused).toEqual([
      { id: one.id, productId: small.productId, field: 'inventory', reason: 'changed' },
    ])
    expect(answer.body.data.present[0].items[0].inventory).toBe(7)
    expect([await shop.inventory(small.productId), await shop.inventory(medium.productId)]).toEqual([7, 40])
    // Other edits of the size keep the stock that orders left.
    await order(medium.productId, 5)
    await save([{ id: one.id, items: [{ productId: medium.productId, isActive: { was: true, is: false } }] }])
    expect(await shop.inventory(medium.productId)).toBe(35)
  })

  test('of stock are applied once when orders and the office race', async () => {
    const [one] = await add('S5', [size('S', { inventory: 50 })])
    const { productId } = first(one.items)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => order(productId, 2)),
      ...Array.from({ length: 4 }, (_, index) =>
        save([{ id: one.id, items: [{ productId, inventory: { was: 50, is: 60 + index } }] }]),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const set = answers
      .slice(6)
      .flatMap(({ body }, index) => (body.data.refused.length === 0 ? [60 + index] : []))
    expect(set.length).toBeLessThanOrEqual(1)
    expect(await shop.inventory(productId)).toBe((set[0] ?? 50) - 12)
  })

  test('of deleted sizes are refused as gone', async () => {
    const [one, other] = await add('S6', [size('S'), size('M')], [size('S')])
    const [small, medium] = one.items as [SheetItem, SheetItem]
    const product = (await shop.admin.get('/api/Shop/GetProductById', { id: one.id })).body.data
    const items = product.items.slice(0, 1)
    expect((await shop.admin.post('/api/Shop/UpdateProduct', { ...product, items })).status).toBe(200)
    await shop.admin.get('/api/Shop/DeleteProduct', { id: other.id })
    const nobody = '01920000-0000-7000-8000-000000000000'
    const answer = await save([
      { id: one.id, items: [priced(small, lira(1)), priced(medium, lira(2))] },
      { id: other.id, isActive: { was: true, is: false }, items: [priced(first(other.items), lira(3))] },
      { id: nobody, isActive: { was: true, is: false } },
    ])
    expect(answer.body.data.changed).toEqual([one.id])
    expect(answer.body.data.refused).toEqual([
      { id: one.id, productId: medium.productId, field: 'price', priceGroup: 'CB', reason: 'gone' },
      { id: other.id, field: 'isActive', reason: 'gone' },
      {
        id: other.id,
        productId: other.items[0]?.productId,
        field: 'price',
        priceGroup: 'CB',
        reason: 'gone',
      },
      { id: nobody, field: 'isActive', reason: 'gone' },
    ])
    expect(answer.body.data.present.map(({ id }: SheetProduct) => id)).toEqual([one.id])
  })

  test('keep sizes in their order', async () => {
    const [one] = await add('S7', [size('XL'), size('L'), size('M')])
    await shop.update('variants set sort_order = sort_order * 10 where product_id = $2', one.id)
    const [, , third] = one.items
    if (!third) throw new Error('no sizes')
    await save([{ id: one.id, items: [{ productId: third.productId, inventory: { was: 10, is: 11 } }] }])
    expect(first(await itemOf('S7')).items.map(({ itemDim1Code }) => itemDim1Code)).toEqual(['XL', 'L', 'M'])
  })
})

describe('barcodes', () => {
  test('can swap between products saved together; one that another size keeps is refused, naming it', async () => {
    const [one, other] = await add(
      'S8',
      [size('S', { barcode: 'S8-1' }), size('M', { barcode: 'S8-2' })],
      [size('S', { barcode: 'S8-3' })],
    )
    const barcode = (item: SheetItem | undefined, is: string) => ({
      productId: item?.productId ?? '',
      barcode: { was: item?.barcode ?? '', is },
    })
    const [small, medium] = one.items
    const [theirs] = other.items
    const round = await save([
      { id: one.id, items: [barcode(small, 'S8-2'), barcode(medium, 'S8-3')] },
      { id: other.id, items: [barcode(theirs, 'S8-1')] },
    ])
    expect(round.body.data.refused).toEqual([])
    const codes = async () => (await itemOf('S8')).flatMap(({ items }) => items.map((item) => item.barcode))
    expect(await codes()).toEqual(['S8-2', 'S8-3', 'S8-1'])
    // The third keeps its barcode, so the first cannot have it, nor the second that of the first.
    const [now] = await itemOf('S8')
    const refused = await save([
      { id: one.id, items: [barcode(now?.items[0], 'S8-1'), barcode(now?.items[1], 'S8-2')] },
    ])
    expect(refused.body.data.refused).toMatchObject([
      { productId: small?.productId, reason: 'taken', owner: 'S8 02 Renk 2 S' },
      { productId: medium?.productId, reason: 'taken', owner: 'S8 01 Renk 1 S' },
    ])
    expect(await codes()).toEqual(['S8-2', 'S8-3', 'S8-1'])
    const twice = await save([
      { id: one.id, items: [barcode(now?.items[0], 'NEW'), barcode(now?.items[1], 'NEW')] },
    ])
    expect(twice.body.data.refused).toMatchObject([{ productId: medium?.productId, reason: 'taken' }])
    expect(await codes()).toEqual(['NEW', 'S8-3', 'S8-1'])
  })
})

describe('saving is refused', () => {
  test('for all cells if one is invalid', async () => {
    const [one] = await add('S9', [size('S')])
    const item = first(one.items)
    const price = (unitPrice: number) => ({ id: one.id, items: [priced(item, lira(unitPrice))] })
    const stock = (is: number) => ({
      id: one.id,
      items: [{ productId: item.productId, inventory: { was: 10, is } }],
    })
    const wrong: [SentSheetChange[], string][] = [
      [[price(-1)], 'products.0.items.0.prices.0.is.unitPrice'],
      [[price(1.005)], 'products.0.items.0.prices.0.is.unitPrice'],
      [[stock(-1)], 'products.0.items.0.inventory.is'],
      [[stock(1.5)], 'products.0.items.0.inventory.is'],
      [
        [{ id: one.id, itemDescription: { was: one.itemDescription, is: ' ' } }],
        'products.0.itemDescription.is',
      ],
      [[price(5), price(6)], 'products'],
    ]
    for (const [products, field] of wrong) {
      const answer = await save(products)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    }
    expect(first(await itemOf('S9')).items).toEqual(one.items)
  })

  test('for sizes of another tenant’s products', async () => {
    const theirs = first<SheetProduct>((await read({ search: 'A1' }, rival.admin)).body.data.products)
    const [own] = await add('S10', [size('S')])
    const stolen = await save([{ id: own.id, items: [priced(first(theirs.items), lira(1))] }])
    expect(stolen.body.data.refused).toMatchObject([{ reason: 'gone' }])
  })

  test('without permission', async () => {
    expect((await read({}, shop.agent)).status).toBe(403)
    await shop.update(
      `users set auths = '[{"groupName": "catalogue", "number": 1}]' where username in ('agent', 'dealer')`,
    )
    expect((await read({}, shop.agent)).status).toBe(200)
    expect((await read({}, shop.dealer)).status).toBe(403)
  })
})

test('five thousand cells of a thousand products are saved at once', async () => {
  const sizes = ['S', 'M', 'L', 'XL', 'XXL'].map((one) => size(one))
  for (let item = 0; item < 10; item += 1) {
    const colors = Array.from({ length: 100 }, (_, index) => ({
      itemDescription: 'Toplu',
      colorCode: String(index),
      brandId,
      categoryId,
      items: sizes,
    }))
    await shop.admin.post('/api/Shop/SaveItem', { itemCode: `BIG${item}`, isNew: true, products: colors })
  }
  const { products, next, rows } = (await read({ search: 'BIG', limit: 1000 })).body.data
  expect([products.length, rows, next?.itemCode]).toEqual([1000, 5000, 'BIG9'])
  const changes = products.map(({ id, items }: SheetProduct) => ({
    id,
    items: items.map((item) => priced(item, lira(108))),
  }))
  const answer = await save(changes)
  expect([answer.status, answer.body.data.changed.length, answer.body.data.refused]).toEqual([200, 1000, []])
  const now: SheetProduct[] = (await read({ search: 'BIG', limit: 1000 })).body.data.products
  expect(now.flatMap(({ items }) => items).every(({ prices }) => prices[0]?.unitPrice === 108)).toBe(true)
  expect(
    (await changesOf(app, shop, 'product')).filter(({ subjectName }) => subjectName.endsWith('Toplu')),
  ).toHaveLength(2000)
})

test('sizes take the order typed for them, unless somebody else reordered them', async () => {
  const [{ id, items }] = await add('ORD', [size('S'), size('M'), size('L')])
  expect(items.map(({ itemDim1Code, sortOrder }) => [itemDim1Code, sortOrder])).toEqual([
    ['S', 1],
    ['M', 2],
    ['L', 3],
  ])
  const [small, medium, large] = items.map(({ productId }) => productId) as [string, string, string]
  const moved = [
    { productId: large, sortOrder: { was: 3, is: 0 } },
    { productId: small, sortOrder: { was: 7, is: 9 } },
  ]
  const { changed, refused, present } = (await save([{ id, items: moved }])).body.data
  expect(changed).toEqual([id])
  expect(refused).toEqual([{ id, productId: small, field: 'sortOrder', reason: 'changed' }])
  expect(present[0].items).toMatchObject([{ sortOrder: 1 }, { sortOrder: 2 }, { sortOrder: 0 }])
  const sizes = async () => (await itemOf('ORD'))[0]?.items.map(({ itemDim1Code }) => itemDim1Code)
  expect(await sizes()).toEqual(['L', 'S', 'M'])
  const home = await shop.dealer.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', itemCode: 'ORD' })
  const shown = home.body.data.products[0].items.map(({ itemDim1Code }: SheetItem) => itemDim1Code)
  expect(shown).toEqual(['L', 'S', 'M'])
  // Other cells keep the order; a cell already at the new value is no change.
  await save([{ id, items: [{ productId: medium, inventory: { was: 10, is: 11 } }] }])
  expect(await sizes()).toEqual(['L', 'S', 'M'])
  const again = [{ productId: large, sortOrder: { was: 3, is: 0 } }]
  expect((await save([{ id, items: again }])).body.data).toMatchObject({ changed: [], refused: [] })
})
