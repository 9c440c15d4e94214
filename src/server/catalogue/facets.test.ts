import { beforeAll, describe, expect, test } from 'vitest'
import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { type Client, dataOf } from '#test/app.ts'
import { catalogueRows, type Wholesaler, wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'facets')
const open = shopPerFile(app, 'facets-open', { authRequired: false, priceGroup: 'TF' })
const brands: Record<string, string> = {}
const categories: Record<string, string> = {}

/**
 * The test catalogue has A1, A2 (Ayla, Kadın > Elbise, 100 TRY), A3 (no CB price), B1, B2 (Bora, Erkek > Gömlek, 100
 * TRY) and B3 (no stock), all Yaz. Adds D1 cheap and winter, D2 expensive, D3 expensive in a small size only.
 */
const more = [
  ['D1', 'S', '25.50', '3', 'Kış', 'Pamuk'],
  ['D2', 'S', '900', '0', 'Kış', 'Yün'],
  ['D3', 'S', '800', '0', 'Kış', 'Pamuk'],
  ['D3', 'M', '60', '4', 'Kış', 'Pamuk'],
].map(([itemCode, itemDim1Code, priceCB, inventory, attribute01, attribute02]) => ({
  itemCode: itemCode ?? '',
  itemDim1Code: itemDim1Code ?? '',
  priceCB: priceCB ?? '',
  currencyCB: itemCode === 'D1' ? 'USD' : 'TRY',
  inventory: inventory ?? '',
  attribute01: attribute01 ?? '',
  attribute02: attribute02 ?? '',
  brandName: 'Defne',
  categoryName: 'Kadın > Mont',
  itemDescription: itemCode === 'D1' ? 'çanta' : itemCode === 'D2' ? 'Cüzdan' : 'dolama',
  colorCode: '01',
  colorDescription: 'Siyah',
}))

async function fill(own: Wholesaler): Promise<Wholesaler> {
  await own.load(more)
  return own
}

beforeAll(async () => {
  await fill(shop)
  await fill(open)
  const home = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data
  for (const { brandName, brandId } of home.brands) brands[brandName] = brandId
  for (const { categoryName, categoryId } of home.categories) categories[categoryName] = categoryId
})

type Asked = { facets?: Facets; sort?: string; orderType?: string } & Record<string, unknown>

async function codes(input: Asked, client: Client = shop.dealer): Promise<string[]> {
  const { status, body } = await client.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', ...input })
  expect(status).toBe(200)
  expect(body.data.total).toBe(body.data.products.length)
  return body.data.products.map((one: { itemCode: string }) => one.itemCode)
}

/** The codes as one text. */
const shown = async (...asked: Parameters<typeof codes>) => (await codes(...asked)).join(' ')

async function counts(input: Asked, client: Client = shop.dealer): Promise<ProductFacets> {
  return dataOf(client.post('/api/Shop/GetProductFacets', { orderType: 'Rpt', ...input }))
}
const brandCounts = ({ brands: all }: ProductFacets) =>
  Object.fromEntries(all.map(({ brandName, count }) => [brandName, count]))
const categoryCounts = ({ categories: all }: ProductFacets) =>
  Object.fromEntries(all.map(({ categoryName, count }) => [categoryName, count]))
const valueCounts = ({ attributes }: ProductFacets, name: string) =>
  Object.fromEntries(
    attributes.find((one) => one.name === name)?.values.map(({ value, count }) => [value, count]) ?? [],
  )

describe('a list', () => {
  test('combines values of a facet with OR, and facets with AND', async () => {
    const { Ayla = '', Defne = '' } = brands
    const { Elbise = '', Mont = '', Kadın = '' } = categories
    expect(await shown({ facets: { brandIds: [Ayla, Defne] } })).toBe('A1 A2 A3 D1 D2 D3')
    expect(await codes({ facets: { categoryIds: [Elbise, Mont] } })).toHaveLength(6)
    expect(await codes({ facets: { categoryIds: [Kadın] } })).toHaveLength(6)
    expect(await shown({ facets: { attributes: { attribute01: ['Kış', 'Bahar'] } } })).toBe('D1 D2 D3')
    expect(
      await shown({
        facets: { attributes: { attribute01: ['Kış'], attribute02: ['Pamuk'] }, brandIds: [Defne] },
      }),
    ).toBe('D1 D3')
    expect(await shown({ brandId: Defne, facets: { brandIds: [Ayla] } })).toBe('')
    expect(await codes({ facets: {} })).toHaveLength(9)
    expect(await codes({ facets: { brandIds: [], attributes: {} } })).toHaveLength(9)
  })

  test('can be limited to what is in stock; in season everything is', async () => {
    expect(await shown({ facets: { inStock: true } })).toBe('A1 A2 A3 B1 B2 D1 D3')
    expect(await codes({ facets: { inStock: false } })).toHaveLength(9)
    expect(await codes({ orderType: 'Season', facets: { inStock: true } })).toHaveLength(9)
  })

  test("is limited by the lowest price in the viewer's price group, both limits included", async () => {
    expect(await shown({ facets: { priceFrom: 60, priceTo: 100, currencyCode: 'TRY' } })).toBe(
      'A1 A2 B1 B2 B3 D3',
    )
    expect(await shown({ facets: { priceTo: 25.5, currencyCode: 'USD' } })).toBe('D1')
    expect(await shown({ facets: { priceTo: 25.5, currencyCode: 'TRY' } })).toBe('')
    expect(await shown({ facets: { priceFrom: 25.6, currencyCode: 'USD' } })).toBe('')
    expect(await shown({ facets: { priceFrom: 0, currencyCode: 'EUR' } })).toBe('')
    // A currency alone sets no bound.
    expect(await codes({ facets: { currencyCode: 'USD' } })).toHaveLength(9)
    expect(await shown({ facets: { priceFrom: 60.01, priceTo: 99.99, currencyCode: 'TRY' } })).toBe('')
    expect(await shown({ facets: { priceFrom: 0, currencyCode: 'TRY', inStock: true } })).toBe(
      'A1 A2 B1 B2 D3',
    )
    expect(await shown({ facets: { priceFrom: 9, priceTo: 10, currencyCode: 'EUR' } }, open.visitor)).toBe(
      'A1 A2 A3 B1 B2 B3',
    )
    expect(await shown({ facets: { priceFrom: 1e300, currencyCode: 'TRY' } })).toBe('')
  })

  test('sorts by price, the own currency first and the unpriced last either way, by name, by age, each by code among equals', async () => {
    expect(await shown({ sort: 'priceAsc' })).toBe('D3 A1 A2 B1 B2 B3 D2 D1 A3')
    expect(await shown({ sort: 'priceDesc' })).toBe('D2 A1 A2 B1 B2 B3 D3 D1 A3')
    expect(await shown({ sort: 'name' })).toBe('D2 D1 D3 A1 A2 A3 B1 B2 B3')
    expect(await shown({ sort: 'newest' })).toBe('D3 D2 D1 B3 A3 B2 B1 A2 A1')
    expect(
      await shown({ sort: 'priceDesc', facets: { priceFrom: 50, priceTo: 200, currencyCode: 'TRY' } }),
    ).toBe('A1 A2 B1 B2 B3 D3')
  })

  test('has pages that do not overlap, in every sort order', async () => {
    for (const sort of ['newest', 'name', 'priceAsc', 'priceDesc']) {
      const seen: string[] = []
      for (const page of [1, 2, 3]) {
        const { body } = await shop.dealer.post('/api/Shop/GetCategoryProducts', {
          orderType: 'Rpt',
          sort,
          page,
          limit: 4,
        })
        expect(body.data.total).toBe(9)
        seen.push(...body.data.products.map((one: { itemCode: string }) => one.itemCode))
      }
      expect(seen).toEqual(await codes({ sort }))
    }
  })

  test('refuses unknown facets', async () => {
    const bad = [
      { brandIds: ['x'] },
      { attributes: { attribute11: ['x'] } },
      { priceFrom: -1, currencyCode: 'TRY' },
      { priceTo: 1 },
      { priceTo: 1, currencyCode: 'lira' },
    ]
    for (const facets of bad) {
      const { status } = await shop.dealer.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', facets })
      expect(status).toBe(400)
    }
  })
})

describe('facets', () => {
  test('count brands, categories with their parents, values and stock, and give the price range', async () => {
    const all = await counts({})
    expect(all).toMatchObject({ total: 9, inStock: 7 })
    expect(brandCounts(all)).toEqual({ Ayla: 3, Bora: 3, Defne: 3 })
    expect(categoryCounts(all)).toEqual({ Kadın: 6, Elbise: 3, Mont: 3, Erkek: 3, Gömlek: 3 })
    const mont = all.categories.find(({ categoryName }) => categoryName === 'Mont')
    expect(mont?.parentId).toBe(categories.Kadın)
    expect(valueCounts(all, 'attribute01')).toEqual({ Kış: 3, Yaz: 6 })
    expect(valueCounts(all, 'attribute02')).toEqual({ Pamuk: 2, Yün: 1 })
    expect(all.prices).toEqual([
      { currencyCode: 'TRY', min: 60, max: 900 },
      { currencyCode: 'USD', min: 25.5, max: 25.5 },
    ])
  })

  test('count with all other facets applied, but not their own choice', async () => {
    const { Defne = '' } = brands
    const chosen = await counts({
      facets: { brandIds: [Defne], attributes: { attribute02: ['Pamuk'] }, inStock: true },
    })
    expect(chosen).toMatchObject({ total: 2, inStock: 2 })
    // No other brand has cotton in stock.
    expect(brandCounts(chosen)).toEqual({ Defne: 2 })
    expect(valueCounts(chosen, 'attribute02')).toEqual({ Pamuk: 2 })
    expect(valueCounts(chosen, 'attribute01')).toEqual({ Kış: 2 })
    const winter = await counts({ facets: { attributes: { attribute01: ['Kış'] } } })
    expect(winter.total).toBe(3)
    expect(valueCounts(winter, 'attribute01')).toEqual({ Kış: 3, Yaz: 6 })
    expect(valueCounts(winter, 'attribute02')).toEqual({ Pamuk: 2, Yün: 1 })
    expect(brandCounts(winter)).toEqual({ Defne: 3 })
    const dear = await counts({ facets: { priceFrom: 500, currencyCode: 'TRY' } })
    expect(dear).toMatchObject({ total: 1, inStock: 0 })
    expect(dear.prices).toHaveLength(2)
    expect(categoryCounts(await counts({ facets: { categoryIds: [categories.Mont ?? ''] } }))).toMatchObject({
      Gömlek: 3,
      Mont: 3,
    })
  })

  test('keep chosen values that match nothing, so that they can be unchosen', async () => {
    const { Ayla = '' } = brands
    const none = await counts({
      facets: {
        brandIds: [Ayla],
        categoryIds: [categories.Gömlek ?? ''],
        attributes: { attribute02: ['Yün', 'Keten'] },
      },
    })
    expect(none.total).toBe(0)
    expect(brandCounts(none)).toEqual({ Ayla: 0 })
    expect(categoryCounts(none)).toEqual({ Gömlek: 0 })
    expect(valueCounts(none, 'attribute02')).toEqual({ Keten: 0, Yün: 0 })
  })

  test('respect the brand, category and search text of the list', async () => {
    expect(brandCounts(await counts({ brandId: brands.Bora }))).toEqual({ Bora: 3 })
    expect(brandCounts(await counts({ categoryId: categories.Kadın }))).toEqual({ Ayla: 3, Defne: 3 })
    expect((await counts({ searchText: 'canta' })).total).toBe(1)
    const unknown = await shop.dealer.post('/api/Shop/GetProductFacets', {
      orderType: 'Rpt',
      brandId: '00000000-0000-7000-8000-000000000000',
    })
    expect(unknown.status).toBe(404)
  })

  test('agree with the list for every choice', async () => {
    const { Ayla = '', Defne = '' } = brands
    const choices: Facets[] = [
      { brandIds: [Ayla, Defne], inStock: true },
      { priceFrom: 60, priceTo: 100, currencyCode: 'TRY' },
      { priceFrom: 1, currencyCode: 'USD' },
      { attributes: { attribute01: ['Yaz'] }, priceTo: 100, currencyCode: 'TRY', inStock: true },
      { categoryIds: [categories.Erkek ?? ''], attributes: { attribute01: ['Kış'] } },
    ]
    for (const orderType of ['Rpt', 'Season']) {
      for (const facets of choices) {
        expect((await counts({ facets, orderType })).total).toBe((await codes({ facets, orderType })).length)
      }
    }
  })

  test('leave out excluded brands and whatever is inactive', async () => {
    const own = await wholesaler(app, 'facets-kept')
    const kept = await counts({ currAccCode: '120.02' }, own.agent)
    expect(kept).toMatchObject({ total: 3 })
    expect(brandCounts(kept)).toEqual({ Ayla: 3 })
    expect(categoryCounts(kept)).toEqual({ Kadın: 3, Elbise: 3 })
    const bora = (await own.agent.get('/api/Shop/GetShopHome')).body.data.brands[1]
    const asked = await counts({ currAccCode: '120.02', facets: { brandIds: [bora.brandId] } }, own.agent)
    expect(JSON.stringify(asked)).not.toContain('Bora')
    await own.update(`variants set is_active = false where lot_code = '' and size = 'M'`)
    expect((await counts({}, own.agent)).total).toBe(6)
  })

  test("list prices in the account's currency first, or the tenant's without an account", async () => {
    const own = await wholesaler(app, 'facets-currency', { authRequired: false })
    // Only one of the five priced products is in the tenant's currency.
    const rows = catalogueRows().map((row) => ({
      ...row,
      currencyCB: row.itemCode !== 'A1' && row.priceCB ? 'USD' : 'TRY',
    }))
    await own.load(rows)
    const first = async (client: Client) => (await counts({}, client)).prices.map((one) => one.currencyCode)
    expect(await first(own.visitor)).toEqual(['TRY', 'USD'])
    await own.update(`accounts set currency_code = 'USD'`)
    expect(await first(own.dealer)).toEqual(['USD', 'TRY'])
  })

  test("use the tenant's price group for guests, and give a lowest price in its own currency", async () => {
    expect((await counts({}, open.visitor)).prices).toEqual([{ currencyCode: 'EUR', min: 9.5, max: 9.5 }])
    const mixed = await wholesaler(app, 'facets-mixed')
    const rows = catalogueRows().slice(0, 2)
    rows[0] = { ...rows[0], priceCB: '5', currencyCB: 'USD' }
    await mixed.load(rows)
    expect((await counts({ itemCode: 'A1' }, mixed.dealer)).prices).toEqual([
      { currencyCode: 'USD', min: 5, max: 5 },
    ])
  })
})
