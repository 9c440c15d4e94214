import { beforeAll, expect, test } from 'vitest'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { maxCounted } from './listEntries.ts'

// More products than SQL counts: pages come from walks through an index, not from what was counted.
const app = useApp()
const shop = shopPerFile(app, 'large-list')
const ids: Record<string, string> = {}
/** From memory every product is counted. */
const isCounted = process.env.CATALOGUE_MEMORY_MB !== '0'
const productCount = maxCounted + 1500

const rows = Array.from({ length: productCount }, (_, n) => ({
  // Not in the order of their codes.
  itemCode: `K${String((n * 7919) % productCount).padStart(5, '0')}`,
  itemDescription: `${['Örme', 'Dokuma', 'ince'][n % 3]} ${['elbise', 'gömlek'][n % 2]} ${n % 97}`,
  colorCode: '01',
  colorDescription: 'Siyah',
  itemDim1Code: 'S',
  barcode: `869${String(n).padStart(10, '0')}`,
  brandName: n % 50 === 7 ? 'Seyrek' : (['Kuzey', 'Güney'][n % 2] ?? ''),
  categoryName: n % 11 === 0 ? 'Az > Bir' : (['Çok > Bir', 'Çok > İki'][n % 2] ?? ''),
  attribute01: ['Yaz', 'Kış'][n % 2] ?? '',
  attribute02: n % 2000 === 1 ? 'Nadir' : 'Pamuk',
  attribute03: ['Slim-fit', 'Slimfit', 'Regular'][n % 3] ?? '',
  attribute04: ['V yaka', 'V-yaka', 'Av yaka', ''][n % 4] ?? '',
  priceCB: n % 13 === 0 ? '' : String(50 + (n % 300)),
  currencyCB: n % 5 === 0 ? 'EUR' : 'TRY',
  inventory: n % 9 === 0 ? '0' : '5',
}))

beforeAll(async () => {
  await shop.load(rows)
  const { brands, categories } = (await shop.dealer.get('/api/Shop/GetShopHome')).body.data
  for (const { brandName, brandId } of brands) ids[brandName] = brandId
  for (const { categoryName, categoryId } of categories) ids[categoryName] = categoryId
}, 120_000)

const price = `(p.lowest_prices->>'CB')::bigint`
const currency = `(case p.lowest_currencies->>'CB' when 'TRY' then '' else p.lowest_currencies->>'CB' end) collate "C"`
const orders: Record<string, string> = {
  itemCode: '',
  newest: 'p.id desc,',
  name: 'p.item_description collate "tr-x-icu",',
  priceAsc: `${currency}, ${price},`,
  priceDesc: `${currency}, ${price} desc,`,
}
const has = (word: string) => `concat_ws(' ', p.search_text, b.search_text, c.search_text) like '%${word}%'`
const narrowings: [title: string, condition: string, input: () => object][] = [
  ['nothing', 'true', () => ({})],
  ['a brand', `b.name = 'Kuzey'`, () => ({ brandId: ids.Kuzey })],
  ['a small brand', `b.name = 'Seyrek'`, () => ({ brandId: ids.Seyrek })],
  ['a large category', `c.full_name like 'Çok%'`, () => ({ categoryId: ids.Çok })],
  ['a small category', `c.full_name = 'Az > Bir'`, () => ({ categoryId: ids.Az })],
  ['brands', `b.name in ('Seyrek', 'Ayla')`, () => ({ facets: { brandIds: [ids.Seyrek, ids.Ayla] } })],
  [
    'a brand and categories',
    `b.name = 'Kuzey' and c.full_name like 'Az%'`,
    () => ({ brandId: ids.Kuzey, facets: { categoryIds: [ids.Az] } }),
  ],
  ['stock', 'not p.is_sold_out', () => ({ facets: { inStock: true } })],
  [
    'a common value',
    `p.attributes->>'attribute01' = 'Kış'`,
    () => ({ facets: { attributes: { attribute01: ['Kış'] } } }),
  ],
  [
    'a rare value',
    `p.attributes->>'attribute02' = 'Nadir'`,
    () => ({ facets: { attributes: { attribute02: ['Nadir', 'keiner'] } } }),
  ],
  [
    'prices',
    `${price} between 10000 and 20000 and p.lowest_currencies->>'CB' = 'TRY'`,
    () => ({ facets: { priceFrom: 100, priceTo: 200, currencyCode: 'TRY' } }),
  ],
  [
    'few prices',
    `${price} between 34900 and 34900 and p.lowest_currencies->>'CB' = 'EUR' and not p.is_sold_out`,
    () => ({ facets: { priceFrom: 349, priceTo: 349, currencyCode: 'EUR', inStock: true } }),
  ],
  ['a common word', has('elbis'), () => ({ searchText: 'elbis' })],
  ['a rare word', has('nadi'), () => ({ searchText: 'nadi' })],
  [
    'a common word without its hyphen',
    `p.attributes->>'attribute03' ilike 'slim%'`,
    () => ({ searchText: 'slimf' }),
  ],
  [
    'a common word and a single letter as one',
    `p.attributes->>'attribute04' like 'V%'`,
    () => ({ searchText: 'vyaka' }),
  ],
  ['words', `${has('dokuma')} and ${has('12')}`, () => ({ searchText: 'dokuma 12' })],
]

async function expected(condition: string, sort: string): Promise<string[]> {
  const found = await shop.query<{ code: string }>(`select p.item_code as code from products p
        join brands b on b.tenant_id = $1 and b.id = p.brand_id join categories c on c.tenant_id = $1 and c.id = p.category_id
        where p.tenant_id = $1 and p.is_active and ${condition} order by ${orders[sort]} p.item_code collate "C"`)
  return found.map(({ code }) => code)
}

async function page(input: object, number: number, limit = 24) {
  const path = 'searchText' in input ? 'GetProductsBySearch' : 'GetCategoryProducts'
  const { status, body } = await shop.dealer.post(`/api/Shop/${path}`, {
    orderType: 'Rpt',
    limit,
    page: number,
    ...input,
  })
  expect(status).toBe(200)
  const codes: string[] = body.data.products.map(({ itemCode }: { itemCode: string }) => itemCode)
  return { codes, total: Number(body.data.total), isCapped: Boolean(body.data.isCapped) }
}

test.each(narrowings)('a list narrowed by %s has its order on every page', async (_, condition, input) => {
  for (const sort of Object.keys(orders)) {
    const all = await expected(condition, sort)
    const last = Math.max(1, Math.ceil(all.length / 24))
    for (const number of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
      const { codes, total, isCapped } = await page({ ...input(), sort }, number)
      expect([sort, number, codes]).toEqual([sort, number, all.slice((number - 1) * 24, number * 24)])
      if (isCapped) expect(total).toBeLessThanOrEqual(all.length)
      else expect(total).toBe(all.length)
      // A page that is not full ends the list.
      if (number === last && all.length % 24 > 0) expect(isCapped).toBe(false)
      if (isCounted) expect(isCapped).toBe(false)
    }
  }
})

test('a season order may have what is sold out, in every order', async () => {
  const input = { orderType: 'Season', facets: { inStock: true } }
  for (const sort of Object.keys(orders)) {
    const all = await expected('true', sort)
    expect([sort, (await page({ ...input, sort }, 1, 100)).codes]).toEqual([sort, all.slice(0, 100)])
  }
})

test('a list longer than what is counted says so', async () => {
  expect((await page({}, 1)).isCapped).toBe(!isCounted)
  const { body } = await shop.dealer.post('/api/Shop/GetProductFacets', { orderType: 'Rpt' })
  const { isCapped = false, total, inStock, brands, categories } = body.data
  expect(isCapped).toBe(!isCounted)
  expect(total > maxCounted).toBe(isCounted)
  expect(inStock === undefined).toBe(!isCounted)
  // Every brand and category can be chosen, counted or not.
  expect(brands.map(({ brandName }: { brandName: string }) => brandName)).toEqual([
    'Ayla',
    'Bora',
    'Güney',
    'Kuzey',
    'Seyrek',
  ])
  expect(categories).toHaveLength(9)
  expect(brands.every(({ count }: { count?: number }) => (count === undefined) === !isCounted)).toBe(true)
})

test.each([
  ['elbise', 'ELBISE', 'all', 'true', () => ({})],
  ['12', '12', 'all', 'true', () => ({})],
  [
    '12',
    '12',
    'large brands',
    `b.name in ('Kuzey', 'Güney')`,
    () => ({ facets: { brandIds: [ids.Kuzey, ids.Güney] } }),
  ],
  ['12', '12', 'large categories', `c.full_name like 'Çok%'`, () => ({ facets: { categoryIds: [ids.Çok] } })],
])(
  'a search for %s has each match once, exact codes first: %s among %s',
  async (searchText, itemCode, _, among, input) => {
    // Its code stands behind all others.
    const exact = { ...rows[2], itemCode, itemDescription: `${searchText} zzz`, barcode: `Z${itemCode}` }
    await shop.load([exact])
    const all = await expected(`${has(searchText)} and ${among}`, 'itemCode')
    const found: string[] = []
    for (let number = 1; ; number += 1) {
      const { codes, total, isCapped } = await page({ ...input(), searchText }, number, 200)
      found.push(...codes)
      if (codes.length < 200) {
        expect([total, isCapped]).toEqual([all.length, false])
        break
      }
    }
    expect(found[0]).toBe(itemCode)
    expect(found.toSorted()).toEqual(all.toSorted())
  },
)
