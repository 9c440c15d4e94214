import { describe, expect, test } from 'vitest'
import { wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const list = '/api/Shop/GetCategoryProducts'
const app = useApp()
const shop = shopPerFile(app)
const open = shopPerFile(app, 'open', { authRequired: false, priceGroup: 'TF' })

type Listed = {
  itemCode: string
  items: { itemDim1Code: string; lotCode: string; unitPrice?: number; inventory: number }[]
}

describe('the home page', () => {
  test('counts products by brand and by category, including subcategories', async () => {
    const { body } = await shop.dealer.get('/api/Shop/GetShopHome')
    expect(body.data.brands.map((brand: object) => brand)).toMatchObject([
      { brandName: 'Ayla', productCount: 3 },
      { brandName: 'Bora', productCount: 3 },
    ])
    const byName = Object.fromEntries(
      body.data.categories.map((one: { categoryName: string; productCount: number }) => [
        one.categoryName,
        one.productCount,
      ]),
    )
    expect(byName).toEqual({ Kadın: 3, Elbise: 3, Erkek: 3, Gömlek: 3 })
    const child = body.data.categories.find((one: { categoryName: string }) => one.categoryName === 'Elbise')
    const parent = body.data.categories.find((one: { categoryName: string }) => one.categoryName === 'Kadın')
    expect(child.parentId).toBe(parent.categoryId)
    expect(parent.parentId).toBeUndefined()
  })

  test("leaves out the account's excluded brands", async () => {
    const { body } = await shop.agent.get('/api/Shop/GetShopHome', { currAccCode: '120.02' })
    expect(body.data.brands.map((one: { brandName: string }) => one.brandName)).toEqual(['Ayla'])
    expect(body.data.categories.map((one: { categoryName: string }) => one.categoryName)).toEqual([
      'Kadın',
      'Elbise',
    ])
  })

  test('is open to guests only where the tenant allows it', async () => {
    expect((await open.visitor.get('/api/Shop/GetShopHome')).status).toBe(200)
    expect((await shop.visitor.get('/api/Shop/GetShopHome')).status).toBe(401)
    expect((await open.visitor.get('/api/Shop/GetShopHome', { currAccCode: '120.01' })).status).toBe(404)
    expect((await shop.agent.get('/api/Shop/GetShopHome', { currAccCode: '120.03' })).status).toBe(404)
  })
})

describe('a list of products', () => {
  test('has sizes in order, lots, prices of the price group, stock and attributes', async () => {
    const { body } = await shop.dealer.post(list, { orderType: 'Rpt', itemCode: 'A1' })
    expect(body.data.total).toBe(1)
    expect(body.data.products[0]).toMatchObject({
      itemCode: 'A1',
      colorDescription: 'Siyah',
      unitPrice: 100,
      currencyCode: 'TRY',
      brandName: 'Ayla',
      categoryName: 'Elbise',
      attribute01: 'Yaz',
      lotDescription: 'S/M/L 1-2-1',
      items: [
        { itemDim1Code: 'S', unitPrice: 100, inventory: 20 },
        { itemDim1Code: 'M', unitPrice: 100, inventory: 20 },
        { lotCode: 'L4', piecesPerLot: 4, unitPrice: 380, inventory: 20 },
      ],
    })
  })

  test('shows a visitor the prices of the tenant', async () => {
    const { body } = await open.visitor.post(list, { orderType: 'Rpt', itemCode: 'A1' })
    expect(body.data.products[0]).toMatchObject({ unitPrice: 9.5, currencyCode: 'EUR' })
  })

  test('has no price where the price group has none, and shows none of another group', async () => {
    const { body } = await shop.dealer.post(list, { orderType: 'Rpt', itemCode: 'A3' })
    expect(body.data.products[0].unitPrice).toBeUndefined()
    expect(body.data.products[0].items[0].unitPrice).toBeUndefined()
    expect(JSON.stringify(body)).not.toContain('EUR')
  })

  test('shows 9999 in season', async () => {
    const { body } = await shop.dealer.post(list, { orderType: 'Season', itemCode: 'B3' })
    expect(body.data.products[0].items[0].inventory).toBe(9999)
  })

  test('is filtered by brand, by category with its subcategories, and by both', async () => {
    const home = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data
    const brandId = home.brands[0].brandId
    const categoryId = home.categories.find(
      (one: { categoryName: string }) => one.categoryName === 'Erkek',
    ).categoryId
    const codes = async (input: object) => {
      const { body } = await shop.dealer.post(list, { orderType: 'Rpt', ...input })
      return body.data.products.map((one: Listed) => one.itemCode)
    }
    expect(await codes({ brandId })).toEqual(['A1', 'A2', 'A3'])
    expect(await codes({ categoryId })).toEqual(['B1', 'B2', 'B3'])
    expect(await codes({ brandId, categoryId })).toEqual([])
    expect(await codes({})).toHaveLength(6)
  })

  test('has pages that neither overlap nor skip', async () => {
    const codes: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await shop.dealer.post(list, { orderType: 'Rpt', page, limit: 2 })
      expect(body.data.total).toBe(6)
      codes.push(...body.data.products.map((one: Listed) => one.itemCode))
    }
    expect(codes).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  })

  test('hides what is inactive', async () => {
    const own = await wholesaler(app, 'switched')
    const off = (text: string) => own.query(text)
    await off(`update products set is_active = false where tenant_id = $1 and item_code = 'A1'`)
    await off(`update brands set is_active = false where tenant_id = $1 and name = 'Bora'`)
    await off(`update variants set is_active = false where tenant_id = $1 and size = 'M'`)
    const { body } = await own.dealer.post(list, { orderType: 'Rpt' })
    expect(body.data.products.map((one: Listed) => one.itemCode)).toEqual(['A2', 'A3'])
    expect(
      body.data.products[0].items.map((one: Listed['items'][0]) => one.itemDim1Code + one.lotCode),
    ).toEqual(['S', 'L4'])
  })
})

test('products by ids keep the requested order, each with its one item; hidden ones are left out', async () => {
  const ids = ['A2 M', 'B1 S', 'A1 L4', 'A2 M'].map(shop.id)
  const { body } = await shop.agent.post('/api/Shop/GetProductsByIds', {
    ids,
    currAccCode: '120.02',
    orderType: 'Rpt',
  })
  expect(body.data.map((product: Listed) => [product.itemCode, product.items.length])).toEqual([
    ['A2', 1],
    ['A1', 1],
    ['A2', 1],
  ])
})

test('texts in any script arrive unchanged', async () => {
  const own = await wholesaler(app, 'scripts')
  const description = `"Асиметричне" \\ пальто 'ş' <b>&</b> قميص 👗`
  const rows = [
    {
      itemCode: 'A/1 #?%',
      colorCode: 'ş&/',
      itemDim1Code: 'S',
      brandName: 'Ayla',
      categoryName: 'Kadın',
      itemDescription: description,
    },
  ]
  await own.load(rows)
  const { body } = await own.dealer.post(list, { orderType: 'Rpt', itemCode: 'A/1 #?%' })
  expect(body.data.products[0]).toMatchObject({ itemDescription: description, colorCode: 'ş&/' })
})
