import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { AttributeSetting } from '#shared/catalogue/attributes.ts'
import { exportFormats } from '#shared/exports/exports.ts'
import { languages } from '#shared/tenancy.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const run = importClient(app, shop)

const exported = async (input: object, langCode = 'tr', path = 'ExportProducts') => {
  const answer = await shop.admin.as({ langCode }).post(`/api/Shop/${path}`, { format: 'csv', ...input })
  expect([answer.status, answer.status === 200 || answer.body]).toEqual([200, true])
  return answer.body as unknown as Buffer
}
const linesOf = (body: Buffer) => body.toString().replace('\ufeff', '').trimEnd().split('\r\n')

/** Adds data that is hard to export. */
async function makeStrange() {
  await shop.update(`brands set name = 'Ünal & Söhne; "A" <b>', updated_at = updated_at where name = 'Ayla'`)
  await shop.update(
    `categories set name = 'Elbise, "uzun"', full_name = 'Kadın > Elbise, "uzun"' where full_name = 'Kadın > Elbise'`,
  )
  const texts = [
    ['A1', '=SUM(A1;A2)', '+90 532', '-5'],
    ['A2', 'two\nlines\r\nand\ta tab', "'=kept apostrophe", '@home'],
    ['A3', 'a  b\u00a0c', 'cafe\u0301', '_x0041_'],
    ['B1', 'Платье «Лето»', 'Синий', 'Лён'],
    ['B2', 'فستان صيفي', 'أزرق', 'قطن "١"'],
    ['B3', "'quoted'", '', '00012'],
  ]
  for (const [itemCode, description, color, fabric] of texts)
    await shop.update(
      `products set item_description = $3, color_description = $4, is_active = item_code <> 'B1', attributes = attributes || jsonb_build_object('attribute10', $5::text) where item_code = $2`,
      itemCode,
      description,
      color,
      fabric,
    )
  await shop.update(
    `products set item_code = '00123', color_code = '007', attributes = '{}' where item_code = 'A2'`,
  )
  await shop.update(
    `variants set size = '=36', barcode = '0008690000017', inventory = 5000, sort_order = 7 where id = $2`,
    shop.id('A1 S'),
  )
  // Sorts before the one that precedes it by code, and is inactive.
  await shop.update(
    `variants set size = '0038', inventory = 0, sort_order = 1, is_active = false where id = $2`,
    shop.id('A1 M'),
  )
  await shop.query(
    `update variants set lot_code = '1-2-2', lot_description = 'S  1; M 2', pieces_per_lot = 1000,
       lot_sizes = '[{"size":"S","pieces":1}]'
     where tenant_id = $1 and product_id in (select id from products where tenant_id = $1 and item_code = '00123')
       and lot_code <> ''`,
  )
  // All sizes of a product share a sort order.
  await shop.query(
    `update variants set sort_order = 0
     where tenant_id = $1 and product_id in (select id from products where tenant_id = $1 and item_code = 'B2')`,
  )
  await shop.query(
    `insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
     select $1, id, 'VIP; 2', case inventory when 0 then 'USD' else 'EUR' end, 123400 + inventory
     from variants where tenant_id = $1 and lot_code = ''`,
  )
  await shop.update(
    `prices set currency_code = 'GBP', amount_minor = 1000000000000 where variant_id = $2 and price_group = 'CB'`,
    shop.id('A1 S'),
  )
  await shop.update(
    `prices set amount_minor = 10 where variant_id = $2 and price_group = 'CB'`,
    shop.id('A1 M'),
  )
  await shop.query(
    `insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
     select $1, id, n || '.jpg', repeat('a', 64), n from products, generate_series(1, 2) n where tenant_id = $1`,
  )
}

const nothing = { added: 0, changed: 0 }
const unchanged = {
  products: { ...nothing, unchanged: 6 },
  variants: { ...nothing, unchanged: 14 },
  brandsAdded: 0,
  categoriesAdded: 0,
}

describe.each(exportFormats)('products as %s', (format) => {
  test.each(languages)('can be imported without a change, in %s', async (langCode) => {
    await makeStrange()
    const before = await run.catalogue()
    const version = await shop.catalogueVersion()
    const file = await exported({ format }, langCode)

    const id = await run.upload(file, `products.${format}`)
    const { file: read, priceGroups } = await run.read(id)
    expect(read.columns.filter(({ target }: { target: string }) => target === '')).toEqual([])
    expect(priceGroups).toContain('VIP; 2')
    await run.check(id)
    const checked = await run.read(id)
    expect(checked.counts).toMatchObject(unchanged)
    expect(checked.counts.prices).toMatchObject(nothing)
    expect(checked).toMatchObject({ state: 'checked', badCount: 0, warnings: [] })
    await run.apply(id)
    expect(await run.catalogue()).toEqual(before)
    expect(await shop.catalogueVersion()).toBe(version)

    const saved = join(app.folder, `products-${langCode}.${format}`)
    await writeFile(saved, file)
    const report = await importCatalogue(app.database, shop.tenantId, { file: saved })
    expect(report).toMatchObject({ ...unchanged, badCount: 0, applied: true })
    expect(await shop.catalogueVersion()).toBe(version)
  })
})

test('with their texts in other languages, products can be imported without a change', async () => {
  const texts = [
    { kind: 'item', source: 'Ürün A1', texts: { en: 'Product A1', ru: 'Товар А1' } },
    { kind: 'category', source: 'Kadın', texts: { en: 'Women' } },
    { kind: 'category', source: 'Elbise', texts: { en: 'Dress', ru: 'Платье' } },
    { kind: 'value', source: 'Pamuk', texts: { ru: 'Хлопок' } },
  ]
  await shop.admin.post('/api/Shop/SaveTexts', { texts })
  const file = await exported({ withTexts: true, search: 'A1' })
  const [head = '', row = ''] = linesOf(file)
  const names = head.split(';').map((name) => name.replaceAll('"', ''))
  const cells = Object.fromEntries(names.map((name, index) => [name, row.split(';')[index]]))
  expect(cells).toMatchObject({
    'Ürün adı, Русский': 'Товар А1',
    'Kategori, English': 'Women > Dress',
    // Not one of its two names.
    'Kategori, Русский': '',
  })
  const { counts } = await run.read(await run.checked(file))
  expect(counts).toMatchObject({ texts: { added: 0, changed: 0 }, products: nothing, fields: {} })
  const renamed = file.toString().replaceAll('Product A1', 'Article A1')
  const id = await run.checked(renamed)
  expect((await run.read(id)).counts).toMatchObject({ texts: { changed: 1 }, fields: { en: 1 } })
})

async function nameAttribute(name: string, names: AttributeSetting['names']): Promise<void> {
  const { attributes, version } = (await shop.admin.get('/api/Shop/GetAttributes')).body.data
  const saved = await shop.admin.post('/api/Shop/SaveAttributes', {
    version,
    attributes: (attributes as AttributeSetting[]).map((one) => ({
      name: one.name,
      names: one.name === name ? { ...one.names, ...names } : one.names,
      isFacet: one.isFacet,
    })),
  })
  expect(saved.status).toBe(200)
}

test.each(languages)(
  'headings are words of the reader, and known in every language: %s',
  async (langCode) => {
    const names = {
      tr: 'Mevsim',
      en: 'Season',
      ru: 'Сезон',
      it: 'Stagione',
      fr: 'Saison',
      ro: 'Sezon',
      ar: 'الموسم',
    }
    await nameAttribute('attribute01', names)
    const [head = [], ...rows] = await readSheet(
      await exported({ format: 'xlsx', withTexts: true, search: 'A1' }, langCode),
    )
    const own = head.filter((name) =>
      /^(item|color|brand|category|lot|pieces|barcode|externalCode|inventory|minQty|tax|photos|price|currency|attribute)[A-Z\d.]/.test(
        String(name),
      ),
    )
    expect(own).toEqual([])
    expect(head).toContain(names[langCode])
    expect(rows[0]?.[head.indexOf(names[langCode])]).toBe('Yaz')
  },
)

test('a column whose name would be taken for another keeps our own, so that the file stays clear', async () => {
  await nameAttribute('attribute02', { tr: 'Marka' })
  const file = await exported({ search: 'A1' })
  const [head = ''] = linesOf(file)
  expect(head.split(';')).toEqual(expect.arrayContaining(['brandName', 'Marka']))
  const { counts } = await run.read(await run.checked(file))
  expect(counts).toMatchObject({ products: nothing, fields: {} })
})

test('a file with our own names of columns, as files had them before, imports without a change', async () => {
  const own = ['brandName', 'categoryName', 'itemCode', 'itemDescription', 'colorCode', 'colorDescription']
  own.push(
    'itemDim1Code',
    'lotCode',
    'lotDescription',
    'piecesPerLot',
    'barcode',
    'minQty',
    'externalCode',
    'isFreeSample',
    'isActive',
  )
  own.push('priceCB', 'currencyCB', 'priceTF', 'currencyTF', 'inventory', 'taxCode')
  const [, ...rows] = linesOf(await exported({ search: 'A1' }))
  const file = [
    own.join(';'),
    ...rows.map((line) => line.split(';').slice(0, own.length).join(';')),
    '',
  ].join('\r\n')
  const checked = await run.read(await run.checked(file))
  expect(checked).toMatchObject({
    badCount: 0,
    warnings: [],
    counts: { products: nothing, variants: nothing, prices: nothing },
  })
})

test('importing sizes in another order re-sorts them', async () => {
  await makeStrange()
  const [head = '', ...rows] = linesOf(await exported({ search: 'A1' }))
  const [first = '', second = '', third = ''] = rows
  const id = await run.checked([head, second, first, third, ''].join('\r\n'))
  expect((await run.read(id)).counts.variants).toMatchObject({ added: 0, changed: 3, unchanged: 0 })
  await run.apply(id)
  expect(linesOf(await exported({ search: 'A1' })).slice(1)).toEqual([second, first, third])
})

describe('what is exported', () => {
  test('has numbers as numbers, codes as texts, and a column per price group', async () => {
    await makeStrange()
    const [head = [], ...rows] = await readSheet(await exported({ format: 'xlsx', search: '0008690000017' }))
    const [row = []] = rows
    const cells = Object.fromEntries(head.map((name, index) => [String(name), row[index]]))
    expect(cells).toMatchObject({
      Beden: '0038',
      'Fiyat CB': 0.1,
      'Para birimi CB': 'TRY',
      'Fiyat TF': 9.5,
      'Para birimi TF': 'EUR',
      'Fiyat VIP; 2': 1234,
      'Para birimi VIP; 2': 'USD',
      Stok: 0,
      'Özellik 01': 'Yaz',
      Fotoğraflar: '1.jpg|2.jpg',
    })
    expect(rows[1]?.[head.indexOf('Serideki parça')]).toBe(4)
    expect(rows[2]?.[head.indexOf('Barkod')]).toBe('0008690000017')
  })

  test('follows the filters of the list and the ticked rows', async () => {
    const codes = async (input: object) => {
      const [head = '', ...rows] = linesOf(await exported(input))
      const at = head.split(';').indexOf('Ürün kodu')
      return [...new Set(rows.map((line) => line.split(';')[at]))]
    }
    const listed = await shop.admin.post('/api/Shop/GetProducts', {})
    const idOf = (code: string) =>
      listed.body.data.items.find(({ itemCode }: { itemCode: string }) => itemCode === code).id
    expect(await codes({})).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
    expect(await codes({ order: 'desc', search: 'Bora' })).toEqual(['B3', 'B2', 'B1'])
    expect(await codes({ missing: 'price' })).toEqual(['A3'])
    expect(await codes({ ids: [idOf('B2'), idOf('A1')] })).toEqual(['A1', 'B2'])
    await shop.admin.get('/api/Shop/DeleteProduct', { id: idOf('B3') })
    expect(await codes({ search: 'Bora' })).toEqual(['B1', 'B2'])
    expect(await codes({ state: 'deleted' })).toEqual(['B3'])
  })
})

test('brands become a file in the order of the shop', async () => {
  await shop.update(`brands set sort_order = 5, is_active = false where name = 'Ayla'`)
  expect(linesOf(await exported({}, 'en', 'ExportBrands'))).toEqual([
    'Brand,Position,Status,Products,Customers it is hidden from',
    'Bora,0,Active,3,1',
    'Ayla,5,Inactive,3,0',
  ])
  expect(linesOf(await exported({ search: 'bor' }, 'en', 'ExportBrands'))).toHaveLength(2)
})

test('categories become a file in tree order', async () => {
  await shop.update(
    `categories set sort_order = case name when 'Erkek' then 10 else 9 end where parent_id is null`,
  )
  await shop.update(`categories set switched_on = name <> 'Kadın', is_active = not full_name like 'Kadın%'`)
  expect(linesOf(await exported({}, 'en', 'ExportCategories'))).toEqual([
    'Category,Position,Status,Products,Products directly here',
    'Kadın,9,Inactive,3,0',
    'Kadın > Elbise,0,Parent inactive,3,3',
    'Erkek,10,Active,3,0',
    'Erkek > Gömlek,0,Active,3,3',
  ])
})
