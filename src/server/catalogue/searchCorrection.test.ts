import { beforeAll, describe, expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'correction')

const products = [
  ['K1', 'Slim Fit Gömlek', 'Siyah', 'Erkek > Gömlek', 'L'],
  ['K2', 'Kaşe Ceket', 'Siyah', 'Erkek > Ceket', 'XL'],
  ['K3', 'Şişme Mont', 'Siyah', 'Kadın > Mont', 'XL'],
  ['K4', 'Şişme Mont', 'Lacivert', 'Kadın > Mont', 'M'],
  ['K5', 'Рубашка льняная', 'Белый', 'Erkek > Gömlek', 'L'],
  ['K6', 'Günlük Ayakkabı', 'Beyaz', 'Ayakkabı', '42'],
  ['K7', 'Günlük Ayakkabı', 'Taba', 'Ayakkabı', '43'],
  ['K8', 'Seria de seară', 'Roșu', 'Kadın > Elbise', 'S'],
  ['K42', 'Keten Pantolon', 'Bej', 'Erkek > Pantolon', '30'],
] as const

beforeAll(() =>
  shop.load(
    products.map(([itemCode, itemDescription, colorDescription, categoryName, itemDim1Code]) => ({
      itemCode,
      itemDescription,
      colorCode: 'C1',
      colorDescription,
      itemDim1Code,
      categoryName,
      brandName: 'Bora',
      inventory: '5',
      priceCB: '10',
      currencyCB: 'TRY',
    })),
  ),
)

const search = (searchText: string, more: object = {}) =>
  dataOf(shop.dealer.post('/api/Shop/GetProductsBySearch', { orderType: 'Rpt', searchText, ...more }))
async function found(searchText: string): Promise<[codes: string, instead: string | undefined]> {
  const { products: list, searchedText } = await search(searchText)
  return [list.map(({ itemCode }: { itemCode: string }) => itemCode).join(' '), searchedText]
}

describe('a search that finds nothing', () => {
  test.each([
    // One letter missing, another one, too many, turned.
    ['gömlk', 'K1 B1 B2 B3 K5', 'gömlek'],
    ['gomlak', 'K1 B1 B2 B3 K5', 'gömlek'],
    ['gömmlek', 'K1 B1 B2 B3 K5', 'gömlek'],
    ['gölmek', 'K1 B1 B2 B3 K5', 'gömlek'],
    // By the dictionary: in English, and that with a letter missing.
    ['jacket', 'K2', 'ceket'],
    ['jaket', 'K2', 'ceket'],
    // In any language, as the catalogue calls it.
    ['рубашки', 'K1 B1 B2 B3 K5', 'gömlek'],
    // Without their endings.
    ['gömlekler', 'K1 B1 B2 B3 K5', 'gömlek'],
    ['льняные', 'K42', 'keten'],
    ['serilor', 'K8', 'seri'],
    // Two words as one.
    ['şişmemont', 'K3 K4', 'sisme mont'],
    // Beside a word that is known.
    // Several at once.
    ['siyha gömlk', 'K1 B1 B2 B3', 'siyah gömlek'],
    ['siyah gömlk', 'K1 B1 B2 B3', 'siyah gömlek'],
  ])('for %s is tried with what it may mean', async (text, codes, instead) => {
    expect(await found(text)).toEqual([codes, instead])
  })

  test.each(['gömlek lacivert', 'qwertz', 'K4242', '8690000000017', 'xyz'])(
    'for %s stays empty where nothing is near, or every word is known',
    async (text) => {
      expect(await found(text)).toEqual(['', undefined])
    },
  )

  test('counts and narrows by the same words', async () => {
    const facets = { colors: ['Siyah'] }
    expect((await search('gömlk', { facets })).total).toBe(4)
    const counts = await dataOf(
      shop.dealer.post('/api/Shop/GetProductFacets', { orderType: 'Rpt', searchText: 'gömlk', facets }),
    )
    expect(counts.total).toBe(4)
    expect((await search('gömlk', { page: 2, limit: 1 })).products).toHaveLength(1)
  })

  test('follows the tenant’s own words', async () => {
    expect(await found('kazmir')).toEqual(['', undefined])
    const { status } = await shop.admin.post('/api/Shop/SaveTerm', {
      role: 'item',
      wordings: { tr: 'mont; = kazmir' },
    })
    expect(status).toBe(200)
    expect(await found('kazmir')).toEqual(['K3 K4', 'mont'])
  })
})

test('sizes are found among the words of a search', async () => {
  expect(await found('mont siyah XL')).toEqual(['K3', undefined])
  expect(await found('ayakkabı 42')).toEqual(['K6', undefined])
  // Also what has the number elsewhere.
  expect(await found('keten 42')).toEqual(['K42', undefined])
  expect(await found('mont s')).toEqual(['K3 K4', undefined])
})
