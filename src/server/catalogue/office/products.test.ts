import { beforeAll, describe, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import type { ProductRow } from '#shared/catalogue/productLists.ts'
import type { OfficeProduct, OfficeVariant } from '#shared/catalogue/products.ts'
import { refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { catalogueRows, wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'products')
const rival = shopPerFile(app, 'rival')
let brandId: string
let categoryId: string
let otherBrandId: string

beforeAll(async () => {
  const { data } = (await shop.admin.get('/api/Shop/GetProductChoices')).body
  brandId = data.brands[0].brandId
  otherBrandId = data.brands[1].brandId
  categoryId = data.categories[0].categoryId
})

const cb = (unitPrice: number, currencyCode = 'TRY') => ({ priceGroup: 'CB', unitPrice, currencyCode })
const tf = (unitPrice: number) => ({ priceGroup: 'TF', unitPrice, currencyCode: 'EUR' })
const size = (itemDim1Code: string, more: object = {}) => ({
  itemDim1Code,
  inventory: 10,
  prices: [cb(100)],
  ...more,
})
const lot = {
  lotCode: 'L6',
  lotSizes: [
    { size: 'S', pieces: 1 },
    { size: 'M', pieces: 2 },
    { size: 'L', pieces: 2 },
    { size: 'XL', pieces: 1 },
  ],
  inventory: 5,
  prices: [cb(550)],
}
const color = (colorCode: string, items: object[], more: object = {}) => ({
  itemDescription: 'Keten Gömlek',
  colorCode,
  colorDescription: `Renk ${colorCode}`,
  brandId,
  categoryId,
  attribute01: 'Yaz',
  items,
  ...more,
})

const save = (body: object, client = shop.admin) => client.post('/api/Shop/SaveItem', body)
/** Returns as many products as were given. */
async function add<Given extends object[]>(itemCode: string, ...products: Given) {
  const answer = await save({ itemCode, isNew: true, products })
  expect([answer.status, answer.body.fields]).toEqual([200, undefined])
  const added = await item(itemCode)
  expect(added).toHaveLength(products.length)
  return added as { [Index in keyof Given]: OfficeProduct }
}
async function item(itemCode: string): Promise<OfficeProduct[]> {
  return (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body.data.products
}
/** A product as the form sends it, with some changes. */
function given(product: OfficeProduct, change: object = {}, items = product.items.map(sent)) {
  return { ...product, items, ...change }
}
function sent(variant: OfficeVariant) {
  return { ...variant, inventoryRead: variant.inventory }
}
/** The sizes of a product: at least two, or one if only the first is used. */
const sizesOf = ({ items }: OfficeProduct) => items.map((one) => sent(one)) as [Sent, Sent]
type Sent = ReturnType<typeof sent>
const offered = async (itemCode: string) =>
  (await shop.dealer.post('/api/Shop/GetCategoryProducts', { itemCode, orderType: 'Rpt' })).body.data.products

describe('an item', () => {
  test('is added in all its colours and with its lot content, and is in the shop at once', async () => {
    const before = await shop.catalogueVersion()
    const products = await add(
      'P1',
      color('01', [size('S', { barcode: 'P1-01-S', prices: [cb(100.5), tf(9.99)] }), size('M'), lot]),
      color('02', [size('S')]),
    )
    expect(products.map(({ colorCode, version: at, items }) => [colorCode, at, items.length])).toEqual([
      ['01', 1, 3],
      ['02', 1, 1],
    ])
    expect(products[0]).toMatchObject({
      itemDescription: 'Keten Gömlek',
      brandName: 'Ayla',
      attribute01: 'Yaz',
      attribute02: '',
      isActive: true,
    })
    expect(products[0]?.items[0]).toMatchObject({
      itemDim1Code: 'S',
      barcode: 'P1-01-S',
      inventory: 10,
      prices: [cb(100.5), tf(9.99)],
      isOrdered: false,
    })
    expect(products[0]?.items[2]).toMatchObject({
      lotCode: 'L6',
      lotDescription: 'S/M/L/XL 1-2-2-1',
      piecesPerLot: 6,
      lotSizes: lot.lotSizes,
    })
    expect(await shop.catalogueVersion()).toBe(before + 1)
    const [black] = await offered('P1')
    expect(black.items[0]).toMatchObject({ itemDim1Code: 'S', unitPrice: 100.5, inventory: 10 })
    expect(black.items[0]).not.toHaveProperty('lotSizes')
    expect(black.items[2]).toMatchObject({ piecesPerLot: 6, lotSizes: lot.lotSizes })
    const found = await shop.dealer.post('/api/Shop/GetProductsBySearch', {
      searchText: 'KETEN gomlek p1',
      orderType: 'Rpt',
    })
    expect(found.body.data.total).toBe(2)
  })

  test('that exists is not added again, but can get more colours', async () => {
    const again = await save({ itemCode: 'P1', isNew: true, products: [color('09', [])] })
    expect([again.status, Object.keys(again.body.fields)]).toEqual([400, ['itemCode']])
    const same = await save({ itemCode: 'P1', products: [color('01', [])] })
    expect(Object.keys(same.body.fields)).toEqual(['products.0.colorCode'])
    expect((await save({ itemCode: 'P1', products: [color('03', [])] })).status).toBe(200)
    expect((await item('P1')).map(({ colorCode }) => colorCode)).toEqual(['01', '02', '03'])
  })

  test('is refused completely if any field is wrong, naming the field', async () => {
    const fieldsOf = async (...products: object[]) =>
      Object.entries((await save({ itemCode: 'P2', isNew: true, products })).body.fields ?? {})
    const nothing = '01920000-0000-7000-8000-000000000000'
    const wrong = [
      [color('01', [size('S'), size('S')]), 'products.0.items.1.itemDim1Code'],
      [color('01', [{ itemDim1Code: '', prices: [] }]), 'products.0.items.0.itemDim1Code'],
      [color('01', [{ ...lot, itemDim1Code: 'S' }]), 'products.0.items.0.itemDim1Code'],
      [color('01', [size('ELEVENCHARS')]), 'products.0.items.0.itemDim1Code'],
      [color('01', [size('S', { prices: [cb(-1)] })]), 'products.0.items.0.prices.0.unitPrice'],
      [color('01', [size('S', { prices: [cb(1.005)] })]), 'products.0.items.0.prices.0.unitPrice'],
      [color('01', [size('S', { prices: [cb(1), cb(2)] })]), 'products.0.items.0.prices.1'],
      [color('01', [size('S', { inventory: -1 })]), 'products.0.items.0.inventory'],
      [color('01', [size('S', { inventory: 1.5 })]), 'products.0.items.0.inventory'],
      [color('01', [size('S', { barcode: 'x' }), size('M', { barcode: 'x' })]), 'products.0.items.1.barcode'],
      [color('01', [], { brandId: nothing }), 'products.0.brandId'],
      [color('01', [], { categoryId: nothing }), 'products.0.categoryId'],
      [color('ELEVENCHARS', []), 'products.0.colorCode'],
      [color('01', [], { itemDescription: ' ' }), 'products.0.itemDescription'],
    ] as const
    for (const [product, path] of wrong) expect((await fieldsOf(product)).map(([at]) => at)).toEqual([path])
    const twice = await fieldsOf(color('01', []), color('01', []))
    expect(twice.map(([at]) => at)).toEqual(['products.1.colorCode'])
    expect((await shop.admin.get('/api/Shop/GetItem', { itemCode: 'P2' })).status).toBe(404)
  })

  test('has its codes normalised, without control characters', async () => {
    const answer = await save({ itemCode: 'P\u0007-3', products: [color('I\u0307', [size('XL')])] })
    expect(answer.status).toBe(200)
    expect((await item('P -3')).map(({ colorCode }) => colorCode)).toEqual(['\u0130'])
  })
})

describe.each(variantCodeFields)('a %s', (field) => {
  const code = (text: string) => ({ [field]: `${field} ${text}` })
  const codesOf = async (itemCode: string) =>
    (await item(itemCode)).map(({ items }) => items.map((variant) => variant[field]))
  const full = (...texts: string[]) => texts.map((text) => `${field} ${text}`)

  test('that is taken is refused, naming its owner, in the language of the caller', async () => {
    await add(`BC1-${field}`, color('01', [size('S', code('BC-1'))]))
    const answer = await save(
      { itemCode: `BC2-${field}`, products: [color('07', [size('S'), size('M', code('BC-1'))])] },
      shop.admin.as({ langCode: 'en' }),
    )
    expect(answer.body.fields).toEqual({
      [`products.0.items.1.${field}`]: `This code belongs to BC1-${field} 01 Renk 01 S`,
    })
  })

  test('can move between sizes and colours saved together', async () => {
    const [one, other] = await add(
      `BC3-${field}`,
      color('01', [size('S', code('BC3-S')), size('M', code('BC3-M'))]),
      color('02', [size('S', code('BC3-02'))]),
    )
    const rotate = (product: OfficeProduct, codes: string[]) =>
      given(
        product,
        {},
        product.items.map((variant, index) => ({ ...sent(variant), ...code(codes[index] ?? '') })),
      )
    const answer = await save({
      itemCode: `BC3-${field}`,
      products: [rotate(one, ['BC3-M', 'BC3-02']), rotate(other, ['BC3-S'])],
    })
    expect(answer.status).toBe(200)
    expect(await codesOf(`BC3-${field}`)).toEqual([full('BC3-M', 'BC3-02'), full('BC3-S')])
  })

  test('is free again once its size is deleted', async () => {
    const [product] = await add(`BC4-${field}`, color('01', [size('S', code('BC4')), size('M')]))
    const [, medium] = sizesOf(product)
    const items = [{ ...medium, ...code('BC4') }]
    expect((await save({ itemCode: `BC4-${field}`, products: [given(product, { items })] })).status).toBe(200)
    expect(await codesOf(`BC4-${field}`)).toEqual([full('BC4')])
  })
})

describe('a change', () => {
  test('writes and logs only differences', async () => {
    const [product] = await add('C1', color('01', [size('S'), size('M', { prices: [cb(100), tf(9)] }), lot]))
    const before = await shop.catalogueVersion()
    const same = await save({ itemCode: 'C1', products: [given(product)] })
    expect(same.body.data.products).toEqual([{ id: product.id, version: 1 }])
    expect(await shop.catalogueVersion()).toBe(before)
    const [small, medium, packed] = product.items.map(sent)
    const answer = await save({
      itemCode: 'C1',
      products: [
        given(product, {
          itemDescription: 'İnce Gömlek',
          brandId: otherBrandId,
          attribute01: '',
          attribute02: 'Pamuk',
          items: [
            { ...medium, prices: [cb(120)], barcode: 'C1-M' },
            { ...small, isActive: false, inventory: 4 },
            { ...packed, lotSizes: [{ size: 'M', pieces: 4 }], lotDescription: '' },
            size('L'),
          ],
        }),
      ],
    })
    expect(answer.body.data.products).toEqual([{ id: product.id, version: 2 }])
    expect(await shop.catalogueVersion()).toBe(before + 1)
    const [now] = await item('C1')
    expect(now).toMatchObject({
      itemDescription: 'İnce Gömlek',
      brandName: 'Bora',
      attribute01: '',
      attribute02: 'Pamuk',
    })
    expect(
      now?.items.map((one) => [one.itemDim1Code || one.lotCode, one.inventory, one.isActive, one.prices]),
    ).toEqual([
      ['M', 10, true, [cb(120)]],
      ['S', 4, false, [cb(100)]],
      ['L6', 5, true, [cb(550)]],
      ['L', 10, true, [cb(100)]],
    ])
    expect(now?.items[2]).toMatchObject({ piecesPerLot: 4, lotDescription: 'M 4' })
    const recorded = (await changesOf(app, shop, 'product')).filter(({ subjectName }) =>
      subjectName.startsWith('C1 '),
    )
    expect(recorded.map(({ action }) => action)).toEqual(['added', 'changed'])
    expect(recorded[0]?.after).toMatchObject({
      variants: ['S', 'M', 'L6'],
      prices: ['S CB 100.00 TRY', 'M CB 100.00 TRY', 'M TF 9.00 EUR', 'L6 CB 550.00 TRY'],
      inventory: ['S 10', 'M 10', 'L6 5'],
    })
    expect(recorded[1]?.before).toEqual({
      itemDescription: 'Keten Gömlek',
      brandName: 'Ayla',
      attribute01: 'Yaz',
      attribute02: '',
      inventory: ['S 10'],
      lots: ['L6 S/M/L/XL 1-2-2-1 = 6'],
      prices: ['M CB 100.00 TRY', 'M TF 9.00 EUR'],
    })
    expect(recorded[1]?.after).toEqual({
      itemDescription: 'İnce Gömlek',
      brandName: 'Bora',
      attribute01: '',
      attribute02: 'Pamuk',
      variants: ['L'],
      barcodes: ['M C1-M'],
      inventory: ['S 4', 'L 10'],
      lots: ['L6 M 4 = 4'],
      prices: ['M CB 120.00 TRY', 'L CB 100.00 TRY'],
      inactiveVariants: ['S'],
    })
    expect((await offered('C1'))[0].items.map((one: { itemDim1Code: string }) => one.itemDim1Code)).toEqual([
      'M',
      '',
      'L',
    ])
  })

  test('of what somebody else changed is refused, and with it all other colours', async () => {
    const [one, other] = await add('C2', color('01', [size('S')]), color('02', [size('S')]))
    const rename = (product: OfficeProduct, colorDescription: string) => given(product, { colorDescription })
    expect((await save({ itemCode: 'C2', products: [rename(one, 'Siyah')] })).status).toBe(200)
    expect(
      await save({ itemCode: 'C2', products: [rename(other, 'Beyaz'), rename(one, 'Lacivert')] }),
    ).toMatchObject(refusal(409, 'record.changed'))
    expect((await item('C2')).map(({ colorDescription }) => colorDescription)).toEqual(['Siyah', 'Renk 02'])
  })

  test('keeps sizes in their visible order, whatever their sort numbers', async () => {
    const names = ['XL', 'L', 'M']
    const [product] = await add(
      'C20',
      color(
        '01',
        names.map((name) => size(name)),
      ),
    )
    await shop.update('variants set sort_order = sort_order * 10 where product_id = $2', product.id)
    const change = async (items: (read: object[]) => object[]) => {
      const [now] = await item('C20')
      if (!now) throw new Error('not there')
      const products = [given(now, { items: items(now.items.map(sent)) })]
      expect((await save({ itemCode: 'C20', products })).status).toBe(200)
      return (await item('C20'))[0]?.items.map(({ itemDim1Code }) => itemDim1Code)
    }
    const dearer = (read: object) => ({ ...read, prices: [cb(130)], barcode: 'C20-M' })
    expect(await change(([xl = {}, l = {}, m = {}]) => [xl, l, dearer(m)])).toEqual(names)
    expect(await change((read) => [...read, size('S')])).toEqual(['XL', 'L', 'M', 'S'])
    expect(await change(([xl = {}, , ...rest]) => [xl, ...rest])).toEqual(['XL', 'M', 'S'])
    expect(await change(([xl = {}, ...rest]) => [xl, size('L2'), ...rest])).toEqual(['XL', 'L2', 'M', 'S'])
    expect(await change((read) => read.toReversed())).toEqual(['S', 'M', 'L2', 'XL'])
  })

  test('cannot change codes of colours and sizes', async () => {
    const [product] = await add('C3', color('01', [size('S')]))
    const renamed = await save({ itemCode: 'C3', products: [given(product, { colorCode: '02' })] })
    expect(Object.keys(renamed.body.fields)).toEqual(['products.0.colorCode'])
    const [small] = product.items.map(sent)
    const resized = await save({
      itemCode: 'C3',
      products: [given(product, { items: [{ ...small, itemDim1Code: 'XS' }] })],
    })
    expect(Object.keys(resized.body.fields)).toEqual(['products.0.items.0.itemDim1Code'])
  })

  test('reaches only its own variants and products', async () => {
    const [one] = await add('C4', color('01', [size('S')]))
    const [other] = await add('C5', color('01', [size('S')]))
    const foreign = given(one, { items: other.items.map(sent) })
    expect((await save({ itemCode: 'C4', products: [foreign] })).status).toBe(404)
    expect((await save({ itemCode: 'C4', products: [given(other)] })).status).toBe(404)
  })

  test('of one product works through the contract’s endpoints', async () => {
    const added = await shop.admin.post('/api/Shop/AddProduct', {
      itemCode: 'C6',
      ...color('01', [size('S')]),
    })
    const { id } = added.body.data
    const read = (await shop.admin.get('/api/Shop/GetProductById', { id })).body.data
    const body = given(read, { itemDescription: 'Tek', colorCode: 'ignored' })
    const changed = await shop.admin.post('/api/Shop/UpdateProduct', body)
    expect(changed.body.data).toEqual({ version: 2 })
    expect((await shop.admin.post('/api/Shop/UpdateProduct', body)).body.code).toBe('record.changed')
    expect((await item('C6'))[0]).toMatchObject({ itemDescription: 'Tek', colorCode: '01' })
    const wrong = await shop.admin.post('/api/Shop/AddProduct', { itemCode: 'C6', ...color('01', []) })
    expect(Object.keys(wrong.body.fields)).toEqual(['colorCode'])
  })
})

describe('stock', () => {
  const order = (productId: string, qty: number) => shop.order({ lines: { [productId]: qty } })

  test('that orders changed meanwhile is not overwritten; the refusal has the current one', async () => {
    const [product] = await add('S1', color('01', [size('S'), size('M')]))
    const [small, medium] = sizesOf(product)
    expect((await order(small.productId, 3)).status).toBe(200)
    const change = given(product, {
      itemDescription: 'Yeni',
      items: [
        { ...small, inventory: 30 },
        { ...medium, inventory: 12 },
      ],
    })
    const refused = await save({ itemCode: 'S1', products: [change] })
    expect([refused.status, refused.body.code]).toEqual([409, 'product.stockMoved'])
    expect(refused.body.lines).toEqual([{ productId: small.productId, inventory: 7 }])
    expect([await shop.inventory(small.productId), await shop.inventory(medium.productId)]).toEqual([7, 10])
    expect((await item('S1'))[0]?.itemDescription).toBe('Keten Gömlek')
    // Again, based on the current stock.
    const again = given(product, {
      items: [
        { ...small, inventory: 27, inventoryRead: 7 },
        { ...medium, inventory: 12 },
      ],
    })
    expect((await save({ itemCode: 'S1', products: [again] })).status).toBe(200)
    expect([await shop.inventory(small.productId), await shop.inventory(medium.productId)]).toEqual([27, 12])
  })

  test('not edited stays what orders left, whatever else of the size changes', async () => {
    const [product] = await add('S2', color('01', [size('S')]))
    const [small] = sizesOf(product)
    await order(small.productId, 4)
    const items = [{ ...small, prices: [cb(150)] }]
    expect((await save({ itemCode: 'S2', products: [given(product, { items })] })).status).toBe(200)
    expect(await shop.inventory(small.productId)).toBe(6)
    const changes = await changesOf(app, shop, 'product')
    expect(changes.findLast(({ subjectName }) => subjectName.startsWith('S2 '))?.after).toEqual({
      prices: ['S CB 150.00 TRY'],
    })
  })

  test('is changed once when orders and the office race', async () => {
    const [product] = await add('S3', color('01', [size('S', { inventory: 50 })]))
    const [small] = sizesOf(product)
    const orders = Array.from({ length: 6 }, () => order(small.productId, 2))
    const saves = Array.from({ length: 4 }, (_, index) =>
      save({
        itemCode: 'S3',
        products: [given(product, { version: undefined, items: [{ ...small, inventory: 60 + index }] })],
      }),
    )
    const answers = await Promise.all([...orders, ...saves])
    const placed = answers.slice(0, 6).filter(({ status }) => status === 200).length
    const stored = answers.slice(6).flatMap(({ status }, index) => (status === 200 ? [60 + index] : []))
    expect([placed, answers.slice(6).every(({ status }) => status === 200 || status === 409)]).toEqual([
      6,
      true,
    ])
    expect(stored.length).toBeLessThanOrEqual(1)
    // The office's change came before all orders, or failed.
    expect(await shop.inventory(small.productId)).toBe((stored[0] ?? 50) - 12)
  })
})

describe('deleting a size', () => {
  test('is refused once it was ordered; otherwise its prices are deleted too', async () => {
    const [product] = await add('D1', color('01', [size('S'), size('M')]))
    const [small, medium] = sizesOf(product)
    await shop.order({ lines: { [small.productId]: 1 } })
    const without = await save({ itemCode: 'D1', products: [given(product, { items: [medium] })] })
    expect(Object.keys(without.body.fields)).toEqual(['products.0.items'])
    expect((await item('D1'))[0]?.items.map(({ isOrdered }) => isOrdered)).toEqual([true, false])
    const items = [{ ...small, isActive: false }]
    expect((await save({ itemCode: 'D1', products: [given(product, { items })] })).status).toBe(200)
    expect((await item('D1'))[0]?.items.map(({ itemDim1Code }) => itemDim1Code)).toEqual(['S'])
  })
})

describe('a deleted product', () => {
  test('disappears from shop and list, and can be restored as it was', async () => {
    const [shown, hidden] = await add(
      'E1',
      color('01', [size('S')]),
      color('02', [size('S')], { isActive: false }),
    )
    for (const { id } of [shown, hidden]) await shop.admin.get('/api/Shop/DeleteProduct', { id })
    expect(await offered('E1')).toEqual([])
    const listed = async (more: object = {}) =>
      (await shop.admin.post('/api/Shop/GetProducts', { search: 'E1', ...more })).body.data.items.map(
        ({ colorCode }: { colorCode: string }) => colorCode,
      )
    expect(await listed()).toEqual([])
    expect(await listed({ state: 'deleted' })).toEqual(['01', '02'])
    const taken = await save({ itemCode: 'E1', products: [color('01', [])] })
    expect(Object.keys(taken.body.fields)).toEqual(['products.0.colorCode'])
    expect((await save({ itemCode: 'E1', products: [given(shown)] })).status).toBe(404)
    for (const { id } of [shown, hidden]) await shop.admin.post('/api/Shop/RestoreProduct', { id })
    expect((await item('E1')).map(({ isActive, isDeleted }) => [isActive, isDeleted])).toEqual([
      [true, false],
      [false, false],
    ])
    expect(await offered('E1')).toHaveLength(1)
    const actions = (await changesOf(app, shop, 'product'))
      .filter(({ subjectName }) => subjectName.startsWith('E1 01'))
      .map(({ action }) => action)
    expect(actions).toEqual(['added', 'deleted', 'restored'])
  })
})

describe('many products', () => {
  test('are shown, hidden and given a brand at once, skipping those without a change', async () => {
    const products = await add('M1', color('01', [size('S')]), color('02', [size('S')], { isActive: false }))
    const ids = products.map(({ id }) => id)
    const change = (body: object) => shop.admin.post('/api/Shop/ChangeProducts', { ids, ...body })
    const before = await shop.catalogueVersion()
    expect((await change({ isActive: false })).body.data.changed).toEqual([ids[0]])
    expect((await change({ isActive: false })).body.data.changed).toEqual([])
    expect(await shop.catalogueVersion()).toBe(before + 1)
    expect((await change({ isActive: true, brandId: otherBrandId })).body.data.changed).toHaveLength(2)
    expect((await item('M1')).map((one) => [one.isActive, one.brandName, one.version])).toEqual([
      [true, 'Bora', 3],
      [true, 'Bora', 2],
    ])
    const changes = (await changesOf(app, shop, 'product')).filter(({ subjectName }) =>
      subjectName.startsWith('M1 02'),
    )
    expect(changes.at(-1)).toMatchObject({
      before: { isActive: false, brandName: 'Ayla' },
      after: { isActive: true, brandName: 'Bora' },
    })
    const [theirs] = (await rival.admin.post('/api/Shop/GetProducts', { limit: 1 })).body.data.items
    const foreign = await shop.admin.post('/api/Shop/ChangeProducts', {
      ids: [...ids, theirs.id],
      isActive: false,
    })
    expect(foreign.status).toBe(404)
    expect((await item('M1')).every(({ isActive }) => isActive)).toBe(true)
  })
})

describe('the list', () => {
  const list = async (more: object, client = shop.admin) =>
    (await client.post('/api/Shop/GetProducts', { limit: 200, ...more })).body.data
  const codes = async (more: object) =>
    (await list(more)).items.map(
      (row: { itemCode: string; colorCode: string }) => `${row.itemCode} ${row.colorCode}`,
    )

  test('summarises each product', async () => {
    await add(
      'L1',
      color('01', [
        size('S', { barcode: 'L1-S' }),
        size('M', { prices: [cb(150), tf(7)] }),
        lot,
        size('L', { prices: [] }),
      ]),
      color('02', [size('S', { inventory: 0 })]),
    )
    const { items } = await list({ search: 'L1' })
    expect(
      items.find(
        (row: { itemCode: string; colorCode: string }) => row.itemCode === 'L1' && row.colorCode === '01',
      ),
    ).toMatchObject({
      brandName: 'Ayla',
      categoryName: 'Erkek',
      image: '',
      colors: 2,
      sizes: 3,
      lots: 1,
      inventory: 35,
      prices: [{ currencyCode: 'TRY', min: 100, max: 150 }],
      unpriced: 1,
      isActive: true,
    })
  })

  test('filters by text, barcode, brand, category, state, stock and missing data', async () => {
    expect(await codes({ search: 'l1-s' })).toEqual(['L1 01'])
    expect(await codes({ search: 'L1', inStock: false })).toEqual(['L1 02'])
    expect(await codes({ search: 'L1', missing: 'price' })).toEqual(['L1 01'])
    expect(await codes({ search: 'L1', missing: 'photo' })).toEqual(['L1 01', 'L1 02'])
    expect(await codes({ search: 'L1', brandId: otherBrandId })).toEqual([])
    expect(await codes({ search: 'L1', categoryId })).toEqual(['L1 01', 'L1 02'])
    expect(await codes({ search: 'L1', sort: 'newest', order: 'desc' })).toEqual(['L1 02', 'L1 01'])
    expect(await codes({ search: 'L1', state: 'inactive' })).toEqual([])
    const parent = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data.categories.find(
      ({ categoryName }: { categoryName: string }) => categoryName === 'Kadın',
    )
    expect(await codes({ categoryId: parent.categoryId, search: 'Elbise A' })).toEqual([
      'A1 01',
      'A2 01',
      'A3 01',
    ])
  })

  test('sorts by brand, category, name and time, then by both codes, in both directions', async () => {
    const rows = (await list({})).items as ProductRow[]
    expect(rows.length).toBeGreaterThan(10)
    const byCode: string[] = await codes({ sort: 'itemCode', order: 'asc' })
    const place = new Map(byCode.map((code, at) => [code, at]))
    const codeOf = ({ itemCode, colorCode }: ProductRow) => `${itemCode} ${colorCode}`
    const placeOf = (row: ProductRow) => place.get(codeOf(row)) ?? Number.NaN
    const keys = {
      brandName: (row: ProductRow) => row.brandName,
      categoryName: (row: ProductRow) => row.categoryName,
      itemDescription: (row: ProductRow) => row.itemDescription,
      updatedDate: (row: ProductRow) => row.updatedDate,
    }
    const aylas = new Set(rows.filter((row) => row.brandName === 'Ayla').map(codeOf))
    for (const [sort, key] of Object.entries(keys)) {
      const expected = rows
        .toSorted((one, other) => key(one).localeCompare(key(other), 'tr') || placeOf(one) - placeOf(other))
        .map(codeOf)
      expect(await codes({ sort, order: 'asc' })).toEqual(expected)
      expect(await codes({ sort, order: 'desc' })).toEqual(expected.toReversed())
      expect(await codes({ sort, order: 'asc', page: 2, limit: 4 })).toEqual(expected.slice(4, 8))
      // Products of a brand are not looked up one by one.
      expect(await codes({ sort, order: 'asc', search: 'ayla' })).toEqual(
        expected.filter((code) => aylas.has(code)),
      )
    }
  })

  test('finds words at the end of a long text', async () => {
    const long = (word: string) => `${'ğüşıöç '.repeat(30)}${word}`
    await add(
      'LONG',
      color('01', [], {
        itemDescription: long('once'),
        attribute01: long('sonra'),
        attribute10: long('enson'),
      }),
    )
    expect(await codes({ search: 'LONG once sonra ENSON' })).toEqual(['LONG 01'])
    expect(await codes({ search: 'enson', sort: 'brandName' })).toEqual(['LONG 01'])
    expect(await codes({ search: 'ensonra' })).toEqual([])
  })

  test('comes in pages', async () => {
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, page: 2 })
    expect([first.items.length, second.items.length]).toEqual([2, 2])
    expect(first.items[0].id).not.toBe(second.items[0].id)
  })

  test('can be read by agents, who need permission to change anything', async () => {
    expect((await list({}, shop.agent)).total).toBeGreaterThan(0)
    expect((await shop.agent.get('/api/Shop/GetItem', { itemCode: 'L1' })).status).toBe(403)
    await shop.update(
      `users set auths = '[{"groupName": "catalogue", "number": 1}]' where username in ('agent', 'dealer')`,
    )
    expect((await shop.agent.get('/api/Shop/GetItem', { itemCode: 'L1' })).status).toBe(200)
    expect((await shop.dealer.get('/api/Shop/GetItem', { itemCode: 'L1' })).status).toBe(403)
  })
})

test('an import raises the version of what it changes, and clears the content of a lot whose pieces it changes', async () => {
  const [product] = await add('I1', color('01', [size('S'), lot]))
  const [row = {}] = catalogueRows()
  const base = {
    ...row,
    itemCode: 'I1',
    itemDim1Code: '',
    lotCode: 'L6',
    priceCB: '550.00',
    priceTF: '',
    currencyTF: '',
    inventory: '5',
  }
  const load = (change: Record<string, string>) =>
    importCatalogue(app.database, shop.tenantId, {
      rows: [
        {
          ...base,
          itemDescription: 'Keten Gömlek',
          colorDescription: 'Renk 01',
          categoryName: product.categoryName,
          brandName: product.brandName,
          attribute01: 'Yaz',
          ...change,
        },
      ],
    })
  const state = async () => {
    const [now] = await item('I1')
    return [now?.version, now?.items.find(({ lotCode }) => lotCode === 'L6')]
  }
  await load({ lotDescription: 'S/M/L/XL 1-2-2-1', piecesPerLot: '6', inventory: '9' })
  expect(await state()).toMatchObject([2, { inventory: 9, lotSizes: lot.lotSizes }])
  await load({ lotDescription: 'Asorti', piecesPerLot: '8', inventory: '9' })
  expect(await state()).toMatchObject([3, { lotSizes: [], piecesPerLot: 8 }])
  expect(
    (await save({ itemCode: 'I1', products: [given(product, { itemDescription: 'Eski' })] })).body.code,
  ).toBe('record.changed')
})

test('five hundred sizes with three prices each are saved at once', async () => {
  const items = Array.from({ length: 500 }, (_, index) =>
    size(`B${index}`, {
      barcode: `BULK${index}`,
      prices: [cb(10 + index), tf(1 + index), { priceGroup: 'X', unitPrice: 5, currencyCode: 'USD' }],
    }),
  )
  const [product] = await add('BIG', color('01', items))
  const raised = product.items.map((variant) => ({
    ...sent(variant),
    prices: variant.prices.map((price) => ({ ...price, unitPrice: price.unitPrice + 1 })),
  }))
  expect((await save({ itemCode: 'BIG', products: [given(product, { items: raised })] })).status).toBe(200)
  const [now] = await item('BIG')
  expect(now?.items[499]?.prices.map(({ unitPrice }) => unitPrice)).toEqual([510, 501, 6])
})

test('many products without a price are found as few are', async () => {
  const stock = await wholesaler(app, 'unpriced')
  const list = async (more: object) =>
    (await stock.admin.post('/api/Shop/GetProducts', { missing: 'price', limit: 3, ...more })).body.data as {
      items: ProductRow[]
      total: number
    }
  const codes = async (more: object) => (await list(more)).items.map(({ itemCode }) => itemCode)
  const before = await list({})
  // More products than are looked up one by one.
  const rows = Array.from({ length: 110 }, (_, at) => ({
    ...catalogueRows()[0],
    itemCode: `N${String(at).padStart(3, '0')}`,
    priceCB: '',
  }))
  await stock.load(rows)
  expect((await list({})).total).toBe(before.total + 110)
  expect(await codes({ order: 'desc' })).toEqual(['N109', 'N108', 'N107'])
  expect(await codes({ order: 'desc', sort: 'brandName', page: 2 })).toEqual(['N106', 'N105', 'N104'])
  expect(await codes({ search: 'n05', order: 'desc' })).toEqual(['N059', 'N058', 'N057'])
  expect((await list({ state: 'inactive' })).total).toBe(0)
})
