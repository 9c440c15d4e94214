import { beforeAll, expect, test } from 'vitest'
import { photoKey } from '#shared/photos/photoNames.ts'
import type { MatchedName, PhotoProduct } from '#shared/photos/photos.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')

const products: [itemCode: string, colorCode: string, colorDescription: string, barcode: string][] = [
  ['E-101', 'KIRMIZI', 'Kırmızı', '8690000000017'],
  ['E-101', '02', 'Koyu Mavi', ''],
  ['K/1 #%', 'ş&/', '', ''],
  ['SOLO', '01', 'Siyah', ''],
  ['BARE', '', '', 'AB-12'],
  ['T', '1-1', '', ''],
  ['T-1', '1', '', ''],
  ['N', '2', '', ''],
  ['N', '3', '', ''],
]

beforeAll(async () => {
  const rows = products.map(([itemCode, colorCode, colorDescription, barcode], index) => ({
    brandName: 'Ayla',
    categoryName: 'Kadın',
    itemCode,
    itemDescription: `Ürün ${itemCode}`,
    colorCode,
    colorDescription,
    itemDim1Code: `S${index}`,
    barcode,
  }))
  await shop.load(rows)
})

async function match(client = shop.admin, ...names: string[]): Promise<string[]> {
  const { body } = await client.post('/api/Shop/MatchPhotoNames', { names })
  const found: PhotoProduct[] = body.data.products
  const name = (index: number) => `${found[index]?.itemCode}/${found[index]?.colorCode}`
  return body.data.names.map(({ product, number, whyNot, candidates = [] }: MatchedName) =>
    product === undefined ? [whyNot, ...candidates.map(name)].join(' ') : `${name(product)} ${number}`,
  )
}

test.each([
  ['E-101_KIRMIZI_1.jpg', 'E-101/KIRMIZI 1'],
  ['e-101-kirmizi (2).JPG', 'E-101/KIRMIZI 2'],
  ['E 101 kırmızı.png', 'E-101/KIRMIZI 0'],
  ['yaz/E_101_Kirmizi_03.webp', 'E-101/KIRMIZI 3'],
  ['E-101_02.jpg', 'E-101/02 0'],
  ['E-101_2.jpg', 'severalColors E-101/02 E-101/KIRMIZI'],
  ['E-101 koyu mavi 4.jpg', 'E-101/02 4'],
  ['8690000000017.jpg', 'E-101/KIRMIZI 0'],
  ['8690000000017_2.jpg', 'E-101/KIRMIZI 2'],
  ['8690000000017 (3).jpg', 'E-101/KIRMIZI 3'],
  ['AB-12.jpg', 'BARE/ 0'],
  ['E-101.jpg', 'severalColors E-101/02 E-101/KIRMIZI'],
  ['E-101_yeşil_1.jpg', 'unknownColor E-101/02 E-101/KIRMIZI'],
  ['solo.jpg', 'SOLO/01 0'],
  ['SOLO_2.jpg', 'SOLO/01 2'],
  ['SOLO_Siyah_2.jpg', 'SOLO/01 2'],
  ['bare_7.avif', 'BARE/ 7'],
  ['K-1_Ş_1.jpg', 'K/1 #%/ş&/ 1'],
  ['T-1-1.jpg', 'ambiguous T/1-1 T-1/1'],
  ['N_2.jpg', 'N/2 0'],
  ['N_2_3.jpg', 'N/2 3'],
  ['N_9.jpg', 'severalColors N/2 N/3'],
  ['IMG_2034.jpg', 'unknown'],
  ['E-101_KIRMIZI_1.gif', 'notPicture'],
  ['readme', 'notPicture'],
  ['.jpg', 'unknown'],
])('%s is %s', async (name, expected) => {
  expect(await match(shop.admin, name)).toEqual([expected])
})

test('answers names in order, without other tenants’ products', async () => {
  const names = Array.from({ length: 500 }, (_, index) => (index % 2 ? 'SOLO.jpg' : `none ${index}.jpg`))
  const answers = await match(shop.admin, ...names)
  expect(answers).toEqual(names.map((name) => (name === 'SOLO.jpg' ? 'SOLO/01 0' : 'unknown')))
  expect(await match(rival.admin, 'SOLO.jpg')).toEqual(['unknown'])
  expect((await shop.admin.post('/api/Shop/MatchPhotoNames', { names: [...names, 'x'] })).status).toBe(400)
})

test('products are found by words', async () => {
  const { body } = await shop.admin.post('/api/Shop/FindPhotoProducts', { search: 'e-101 KOYU' })
  expect(body.data).toEqual([
    {
      itemCode: 'E-101',
      colorCode: '02',
      itemDescription: 'Ürün E-101',
      colorDescription: 'Koyu Mavi',
      photos: 0,
    },
  ])
})

test('the database folds codes like photoKey', async () => {
  // Without capitals unknown to older Unicode versions.
  const letters = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter < '\u1c80' || letter >= '\u1e00',
  )
  const texts = letters.flatMap((letter) => (/[\ud800-\udfff\0]/.test(letter) ? [] : [`a${letter}b`]))
  const codes = [...texts, ...products.map(([itemCode]) => itemCode), ' -A- ', 'œuvre', 'ﬁn']
  const [brand] = await shop.query<{ brand: string; category: string }>(
    'select brand_id as brand, category_id as category from products where tenant_id = $1 limit 1',
  )
  const keys = await shop.query<{ key: string }>(
    `insert into products (tenant_id, id, item_code, item_description, color_code, brand_id, category_id, updated_at)
          select $1, gen_random_uuid(), c.code, 'x', 'fold' || c.place, $3, $4, now()
          from unnest($2::text[]) with ordinality c (code, place) returning photo_key as key`,
    codes,
    brand?.brand,
    brand?.category,
  )
  const differing = codes.filter((code, index) => keys[index]?.key !== photoKey(code))
  expect(differing).toEqual([])
})
