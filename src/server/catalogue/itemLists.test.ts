import { beforeAll, describe, expect, test } from 'vitest'
import type { Facets, Product, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { dataOf } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'item-lists')

const row = (itemCode: string, color: string, size: string, more: object = {}) => ({
  itemCode,
  itemDescription: `Kaban ${itemCode}`,
  colorCode: color.slice(0, 3),
  colorDescription: color,
  itemDim1Code: size,
  lotCode: '',
  lotDescription: '',
  piecesPerLot: '',
  brandName: itemCode < 'M5' ? 'Kuzey' : 'Güney',
  categoryName: 'Dış > Kaban',
  attribute01: 'Kış',
  attribute02: color === 'Siyah' ? 'Yün' : 'Pamuk',
  priceCB: '500',
  currencyCB: 'TRY',
  inventory: '4',
  ...more,
})

/** Seven coats in several colours; the test catalogue's six products have one each. */
const rows = [
  row('M1', 'Siyah', 'S'),
  row('M1', 'Siyah', 'M', { inventory: '0' }),
  row('M1', 'Lacivert', 'M', { priceCB: '300' }),
  row('M1', 'Açık Mavi', 'L'),
  row('M2', 'Siyah', '36'),
  row('M2', 'Bilinmeyen', '38', { inventory: '0' }),
  row('M3', 'Kırmızı', 'XL', { priceCB: '900' }),
  row('M3', 'Siyah', 'XL', { priceCB: '900' }),
  row('M4', 'Beyaz', 'XXL'),
  row('M5', 'Lacivert', 'S', { priceCB: '100' }),
  row('M5', 'Siyah', 'S', { priceCB: '1000' }),
  row('M6', 'Beyaz', 'S'),
  row('M7', 'Siyah', '', { lotCode: 'L5', lotDescription: '38/40 2-3', piecesPerLot: '5' }),
]

const ids: Record<string, string> = {}
beforeAll(async () => {
  await shop.load(rows)
  const { brands } = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data
  for (const { brandName, brandId } of brands) ids[brandName] = brandId
})

type Asked = {
  facets?: Facets
  sort?: string | undefined
  page?: number
  limit?: number
  searchText?: string
  orderType?: string
}

async function list(input: Asked, byItem = true): Promise<{ products: Product[]; total: number }> {
  const path = input.searchText ? 'GetProductsBySearch' : 'GetCategoryProducts'
  return dataOf(
    shop.dealer.post(`/api/Shop/${path}`, {
      orderType: 'Rpt',
      limit: 200,
      searchText: 'kaban',
      ...input,
      byItem,
    }),
  )
}
/** 'M1:Siy,Lac M2:Siy': items with their colours, in order. */
async function shown(input: Asked = {}): Promise<string> {
  const { products } = await list(input)
  return products
    .map((product) => {
      const { itemCode, colors = [product] } = product
      expect(colors[0]?.colorCode).toBe(product.colorCode)
      return `${itemCode}:${colors.map(({ colorCode }) => colorCode).join()}`
    })
    .join(' ')
}
const facets = (input: Asked, byItem = true): Promise<ProductFacets> =>
  dataOf(
    shop.dealer.post('/api/Shop/GetProductFacets', {
      orderType: 'Rpt',
      searchText: 'kaban',
      ...input,
      byItem,
    }),
  )

describe('a list of items', () => {
  test('has the colours of an item beside each other, where the first stands', async () => {
    expect(await shown({ sort: 'itemCode' })).toBe(
      'M1:Açı,Lac,Siy M2:Bil,Siy M3:Kır,Siy M4:Bey M5:Lac,Siy M6:Bey M7:Siy',
    )
    expect(await shown({ sort: 'priceAsc' })).toBe(
      'M5:Lac,Siy M1:Lac,Açı,Siy M2:Bil,Siy M4:Bey M6:Bey M7:Siy M3:Kır,Siy',
    )
    expect(await shown({ sort: 'priceDesc' })).toBe(
      'M5:Siy,Lac M3:Kır,Siy M1:Açı,Siy,Lac M2:Bil,Siy M4:Bey M6:Bey M7:Siy',
    )
    // Products of the same name stand in the order of their codes.
    expect(await shown({ sort: 'name' })).toBe(await shown({ sort: 'itemCode' }))
  })

  test('counts and pages items', async () => {
    for (const sort of [undefined, 'itemCode', 'name', 'newest', 'priceAsc', 'priceDesc']) {
      const all = (await shown({ sort })).split(' ')
      const paged: string[] = []
      for (const page of [1, 2, 3]) {
        expect((await list({ sort, page, limit: 3 })).total).toBe(7)
        paged.push(...(await shown({ sort, page, limit: 3 })).split(' '))
      }
      expect([sort, paged]).toEqual([sort, all])
    }
    expect((await list({}, false)).total).toBe(12)
    expect((await list({ page: 4, limit: 3 })).products).toEqual([])
  })

  test('tells which other colours are sold out', async () => {
    const colors = async (orderType: string) => {
      const { products } = await list({ searchText: 'M2', orderType })
      return products[0]?.colors
    }
    const unknown = { colorCode: 'Bil', colorDescription: 'Bilinmeyen' }
    const black = { colorCode: 'Siy', colorDescription: 'Siyah' }
    expect(await colors('Rpt')).toEqual([{ ...unknown, isSoldOut: true }, black])
    expect(await colors('Season')).toEqual([unknown, black])
    await shop.load([row('M2', 'Bilinmeyen', '38', { inventory: '7' })])
    expect(await colors('Rpt')).toEqual([unknown, black])
    await shop.load([row('M2', 'Bilinmeyen', '38', { inventory: '0' })])
    expect(await colors('Rpt')).toEqual([{ ...unknown, isSoldOut: true }, black])
  })

  test('has the colours that were found', async () => {
    expect(await shown({ facets: { colors: ['Siyah'] }, sort: 'itemCode' })).toBe(
      'M1:Siy M2:Siy M3:Siy M5:Siy M7:Siy',
    )
    expect(await shown({ searchText: 'kaban lacivert', sort: 'itemCode' })).toBe('M1:Lac M5:Lac')
  })

  test('counts products of the home page by item', async () => {
    const home = async (byItem: boolean) =>
      (await shop.dealer.get(`/api/Shop/GetShopHome?byItem=${byItem}`)).body.data
    const counts = ({
      brands,
      categories,
    }: {
      brands: { brandName: string; productCount: number }[]
      categories: { categoryName: string; productCount: number }[]
    }) => [
      brands.find(({ brandName }) => brandName === 'Kuzey')?.productCount,
      categories.find(({ categoryName }) => categoryName === 'Dış')?.productCount,
    ]
    expect(counts(await home(true))).toEqual([4, 7])
    expect(counts(await home(false))).toEqual([8, 12])
  })
})

describe('filters', () => {
  test('by size find sizes and what lots contain; with stock, of the chosen size', async () => {
    expect(await shown({ facets: { sizes: ['M'] }, sort: 'itemCode' })).toBe('M1:Lac,Siy')
    expect(await shown({ facets: { sizes: ['M'], inStock: true } })).toBe('M1:Lac')
    expect(await shown({ facets: { sizes: ['M', 'S'], inStock: true }, sort: 'itemCode' })).toBe(
      'M1:Lac,Siy M5:Lac,Siy M6:Bey',
    )
    expect(await shown({ facets: { sizes: ['38'] }, sort: 'itemCode' })).toBe('M2:Bil M7:Siy')
    expect(await shown({ facets: { sizes: ['38'], inStock: true } })).toBe('M7:Siy')
    expect(
      await shown({ facets: { sizes: ['38'], inStock: true }, orderType: 'Season', sort: 'itemCode' }),
    ).toBe('M2:Bil M7:Siy')
    expect(await shown({ facets: { sizes: ['99'] } })).toBe('')
  })

  test('by colour and size work beside a price and in its order', async () => {
    const price = { priceTo: 500, currencyCode: 'TRY' }
    expect(
      await shown({
        facets: { ...price, colors: ['Lacivert', 'Siyah'], sizes: ['S', 'M'] },
        sort: 'priceAsc',
      }),
    ).toBe('M5:Lac M1:Lac,Siy')
  })

  test('count items by family, colour and size', async () => {
    const all = await facets({})
    expect(all).toMatchObject({ total: 7, inStock: 7, isNew: 7, onOffer: 0 })
    expect(all.colorFamilies).toEqual([
      { family: 'black', count: 5 },
      { family: 'white', count: 2 },
      // M1 has two blues.
      { family: 'blue', count: 2 },
      { family: 'red', count: 1 },
    ])
    expect(all.colors).toEqual([
      { value: 'Açık Mavi', family: 'blue', count: 1 },
      { value: 'Beyaz', family: 'white', count: 2 },
      { value: 'Bilinmeyen', count: 1 },
      { value: 'Kırmızı', family: 'red', count: 1 },
      { value: 'Lacivert', family: 'blue', count: 2 },
      { value: 'Siyah', family: 'black', count: 5 },
    ])
    expect(all.sizes.map(({ value, count }) => `${value}:${count}`).join(' ')).toBe(
      '36:1 38:2 40:1 S:3 M:1 L:1 XL:1 XXL:1',
    )
    expect(all.attributes.find(({ name }) => name === 'attribute02')?.values).toEqual([
      { value: 'Pamuk', count: 6 },
      { value: 'Yün', count: 5 },
    ])
    expect(all.brands.map(({ brandName, count }) => `${brandName}:${count}`)).toEqual(['Güney:3', 'Kuzey:4'])
    expect(all.categories.map(({ count }) => count)).toEqual([7, 7])
    const each = await facets({}, false)
    expect(each).toMatchObject({ total: 12, inStock: 11 })
    expect(each.colorFamilies.find(({ family }) => family === 'blue')?.count).toBe(3)
    expect(each.sizes.find(({ value }) => value === 'M')?.count).toBe(2)
  })

  test('count with all other facets applied, and keep chosen values', async () => {
    const chosen = await facets({
      facets: { colors: ['Siyah', 'Mürdüm'], sizes: ['M', '99'], inStock: true },
    })
    // The black one in M is sold out.
    expect(chosen).toMatchObject({ total: 0, inStock: 0 })
    expect(chosen.colors).toEqual([
      { value: 'Lacivert', family: 'blue', count: 1 },
      { value: 'Mürdüm', family: 'purple', count: 0 },
      { value: 'Siyah', family: 'black', count: 0 },
    ])
    // Only sizes that are left are counted.
    expect(chosen.sizes.map(({ value, count }) => `${value}:${count}`).join(' ')).toBe(
      '36:1 38:1 40:1 99:0 S:2 M:0 XL:1',
    )
  })

  test('agree with the list for every choice', async () => {
    const choices: Facets[] = [
      { colors: ['Siyah'] },
      { sizes: ['S', '38'] },
      { sizes: ['S', '38'], inStock: true },
      { isNew: true },
      { onOffer: true },
      { colors: ['Lacivert'], sizes: ['M'], brandIds: [ids.Kuzey ?? ''], isNew: true },
    ]
    for (const orderType of ['Rpt', 'Season'])
      for (const byItem of [true, false])
        for (const facet of choices) {
          const asked = { facets: facet, orderType }
          expect([facet, (await facets(asked, byItem)).total]).toEqual([
            facet,
            (await list(asked, byItem)).total,
          ])
        }
  })

  test('by age follow the setting, and tell nothing where nothing is new', async () => {
    const { body } = await shop.admin.get('/api/Account/GetTenantSettings')
    const save = (newDays: number) =>
      shop.admin.post('/api/Account/UpdateTenantSettings', { ...body.data, version: undefined, newDays })
    await shop.update(`products set id = id where item_code = 'M1'`)
    await save(0)
    expect(await shown({ facets: { isNew: true } })).toBe('')
    expect((await facets({})).isNew).toBeUndefined()
    await save(30)
    expect((await list({ facets: { isNew: true } })).total).toBe(7)
  })

  test('by offer find what is shown below its list price', async () => {
    const rule = {
      name: 'Sezon',
      audience: 'everybody',
      target: 'item',
      itemCode: 'M3',
      basis: 'none',
      effect: 'percent',
    }
    const { body } = await shop.admin.post('/api/Price/SavePriceRule', {
      ...rule,
      tiers: [{ from: 0, percents: [10] }],
      endsOthers: false,
      confirmed: true,
    })
    expect(await shown({ facets: { onOffer: true } })).toBe('M3:Kır,Siy')
    expect((await facets({})).onOffer).toBe(1)
    expect((await facets({}, false)).onOffer).toBe(2)
    await shop.admin.post('/api/Price/DeletePriceRule', { id: body.data.id })
    expect(await shown({ facets: { onOffer: true } })).toBe('')
  })
})

test('the colours of the catalogue have swatches where the dictionary knows them', async () => {
  const colors = await dataOf(shop.dealer.get('/api/Shop/GetColors'))
  expect(colors).toContainEqual({ colorDescription: 'Lacivert', swatch: ['#1c2951'] })
  expect(JSON.stringify(colors)).not.toContain('Bilinmeyen')
})
