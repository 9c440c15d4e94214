import { expect, inject, test } from 'vitest'
import type { Progress } from '#server/tableFiles/report.ts'
import { lines, shopOf, summarizeBadRows, useImportShop } from '#test/importShop.ts'
import { addTenant } from '#test/tenant.ts'
import { importCatalogue } from './catalogueImport.ts'

const shop = useImportShop()

const header =
  'brandName,categoryName,itemCode,itemDescription,colorCode,colorDescription,itemDim1Code,lotCode,lotDescription,piecesPerLot,barcode,priceTF,currencyTF,priceCB,currencyCB,inventory,attribute01,attribute02'
const full = lines(
  header,
  'Lale,Kadın > Elbise,A1,Elbise,red,Kırmızı,S,,,,100,10,EUR,"11,50",USD,3,Yaz,Pamuk',
  'Lale,Kadın > Elbise,A1,Elbise,red,Kırmızı,M,,,,101,10,EUR,"11,50",USD,0,Yaz,Pamuk',
  'Lale,Kadın > Elbise,A1,Elbise,red,Kırmızı,,W8,S/M/L 3-3-2,8,102,80,EUR,92,USD,5,Yaz,Pamuk',
  'Gül,Kadın,B1,Etek,,,38,,,,,,,7,,2,,',
)
const unchanged = { added: 0, changed: 0 }
const version = async () => {
  const [row] = await shop.rows<{ version: string }>(
    'select catalogue as version from tenant_versions where tenant_id = $1',
  )
  return Number(row?.version)
}

test('a first import adds brands, categories, products, sizes, lots and prices', async () => {
  const report = await shop.importText(full)
  expect(report).toMatchObject({
    rows: 4,
    badCount: 0,
    products: { added: 2, changed: 0, unchanged: 0 },
    variants: { added: 4, changed: 0, unchanged: 0 },
    prices: { added: 7, changed: 0, unchanged: 0 },
    brandsAdded: 2,
    categoriesAdded: 2,
    applied: true,
  })
  const product = {
    brand: 'Lale',
    category: 'Kadın > Elbise',
    description: 'Elbise',
    color: 'Kırmızı',
    attributes: { attribute01: 'Yaz', attribute02: 'Pamuk' },
  }
  const size = { ...product, lot: '', pieces: 1, prices: ['CB 11.50 USD', 'TF 10.00 EUR'] }
  expect(await shop.variants()).toEqual([
    { ...size, name: 'A1/red/S', barcode: '100', inventory: 3 },
    { ...size, name: 'A1/red/M', barcode: '101', inventory: 0 },
    {
      ...product,
      name: 'A1/red/W8',
      lot: 'S/M/L 3-3-2',
      pieces: 8,
      barcode: '102',
      inventory: 5,
      prices: ['CB 92.00 USD', 'TF 80.00 EUR'],
    },
    {
      name: 'B1//38',
      brand: 'Gül',
      category: 'Kadın',
      description: 'Etek',
      color: '',
      attributes: {},
      lot: '',
      pieces: 1,
      barcode: null,
      inventory: 2,
      prices: ['CB 7.00 TRY'],
    },
  ])
  expect(await version()).toBe(2)
})

test('categories become a tree with the ids from the root down', async () => {
  await shop.importText(lines(header, 'Lale,Kadın > Elbise > Yazlık,A1,E,red,,S,,,,,,,,,,,'))
  await shop.importText(lines(header, 'Lale,Kadın > Elbise > Kışlık,A2,E,red,,S,,,,,,,,,,,'))
  const tree = await shop.rows<{
    name: string
    full_name: string
    id: string
    parent_id: string
    path: string[]
  }>('select name, full_name, id, parent_id, path from categories where tenant_id = $1 order by full_name')
  const id = (fullName: string) => tree.find((one) => one.full_name === fullName)?.id
  expect(tree.map(({ name, full_name, parent_id, path }) => ({ name, full_name, parent_id, path }))).toEqual([
    { name: 'Kadın', full_name: 'Kadın', parent_id: null, path: [id('Kadın')] },
    {
      name: 'Elbise',
      full_name: 'Kadın > Elbise',
      parent_id: id('Kadın'),
      path: [id('Kadın'), id('Kadın > Elbise')],
    },
    ...['Kışlık', 'Yazlık'].map((name) => ({
      name,
      full_name: `Kadın > Elbise > ${name}`,
      parent_id: id('Kadın > Elbise'),
      path: [id('Kadın'), id('Kadın > Elbise'), id(`Kadın > Elbise > ${name}`)],
    })),
  ])
})

test('the same file again changes nothing: no timestamp, no version', async () => {
  await shop.importText(full)
  const before = await shop.everything()
  const report = await shop.importText(full)
  expect(report).toMatchObject({
    products: { ...unchanged, unchanged: 2 },
    variants: { ...unchanged, unchanged: 4 },
    prices: { ...unchanged, unchanged: 7 },
    brandsAdded: 0,
    categoriesAdded: 0,
    applied: true,
  })
  expect(await shop.everything()).toEqual(before)
})

test('a dry run reports what would change and changes nothing', async () => {
  const before = await shop.everything()
  const report = await shop.importText(full, { dryRun: true })
  expect(report).toMatchObject({
    variants: { added: 4 },
    prices: { added: 7 },
    brandsAdded: 2,
    applied: false,
  })
  expect(await shop.everything()).toEqual(before)
})

test('a stock update by codes touches stock alone, and only what differs', async () => {
  await shop.importText(full)
  const before = await shop.variants()
  const touched = await updatedAt()
  const report = await shop.importText(
    lines('itemCode;colorCode;itemDim1Code;inventory', 'A1;red;M;7', 'A1;red;S;3', 'B1;;38;'),
  )
  expect(report).toMatchObject({ products: { unchanged: 2 }, variants: { changed: 1, unchanged: 2 } })
  expect(await shop.variants()).toEqual(
    before.map((variant) => (variant.name === 'A1/red/M' ? { ...variant, inventory: 7 } : variant)),
  )
  const now = await updatedAt()
  expect(now['product A1/red']).not.toEqual(touched['product A1/red'])
  expect(now['variant A1/red/M']).toEqual(now['product A1/red'])
  expect(now['variant A1/red/S']).toEqual(touched['variant A1/red/S'])
  expect(now['product B1/']).toEqual(touched['product B1/'])
  expect(await version()).toBe(3)
})

async function updatedAt(): Promise<Record<string, Date>> {
  const rows = await shop.rows<{ name: string; at: Date }>(
    `select 'product ' || item_code || '/' || color_code as name, updated_at as at from products where tenant_id = $1
     union all
     select concat('variant ', p.item_code, '/', p.color_code, '/', v.size, v.lot_code), v.updated_at
     from variants v join products p on p.tenant_id = $1 and p.id = v.product_id where v.tenant_id = $1`,
  )
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]))
}

test('stock or price updates by barcode need no other column', async () => {
  await shop.importText(full)
  const report = await shop.importText(
    lines('Barcode\tInventory\tpriceTF\tcolorCode\tpriceVIP', '102\t9\t81\tblue\t', '100\t4\t10\t\t'),
    { answers: { 'newPriceGroup priceVIP': 'create' } },
  )
  expect(report).toMatchObject({ variants: { changed: 2 }, prices: { changed: 1, unchanged: 1 } })
  expect(report.warnings).toEqual([{ code: 'ignoredColumn', value: 'colorCode', count: 1 }])
  expect(await shop.variant('A1/red/W8')).toMatchObject({
    inventory: 9,
    barcode: '102',
    prices: ['CB 92.00 USD', 'TF 81.00 EUR'],
  })
})

test('an empty cell removes a price and keeps everything else', async () => {
  await shop.importText(full)
  const before = await shop.variant('A1/red/S')
  const report = await shop.importText(lines(header, ',,A1,,red,,S,,,,,,,"11,50",USD,,,'))
  expect(report).toMatchObject({
    products: { changed: 0 },
    variants: { changed: 0, unchanged: 1 },
    prices: { added: 0, changed: 1, unchanged: 1 },
  })
  expect(await shop.variant('A1/red/S')).toEqual({ ...before, prices: ['CB 11.50 USD'] })
})

test('a cell with - removes a barcode, a description, an attribute or a price', async () => {
  await shop.importText(full)
  const report = await shop.importText(
    lines(
      header,
      ',,A1,,red,-,S,,,,-,-,,"11,50",USD,,-,',
      ',,A1,,red,,M,,,,,,,"11,50",USD,,,',
      ',,A1,,red,,,W8,-,,-,,,,,,,',
    ),
  )
  expect(report.bad).toEqual([])
  const before = { brand: 'Lale', category: 'Kadın > Elbise', description: 'Elbise', inventory: 3 }
  expect(await shop.variant('A1/red/S')).toMatchObject({
    ...before,
    color: '',
    attributes: { attribute02: 'Pamuk' },
    barcode: null,
    prices: ['CB 11.50 USD'],
  })
  expect(await shop.variant('A1/red/M')).toMatchObject({ barcode: '101' })
  expect(await shop.variant('A1/red/W8')).toMatchObject({ lot: '', barcode: null })
})

test('a price change alone updates the timestamp of the product, not of the variant', async () => {
  await shop.importText(full)
  const touched = await updatedAt()
  await shop.importText(lines('itemCode,colorCode,itemDim1Code,priceTF', 'A1,red,S,12'))
  const now = await updatedAt()
  expect(now['product A1/red']).not.toEqual(touched['product A1/red'])
  expect(now['variant A1/red/S']).toEqual(touched['variant A1/red/S'])
  expect(await shop.variant('A1/red/S')).toMatchObject({ prices: ['CB 11.50 USD', 'TF 12.00 EUR'] })
})

test('price groups take the spelling of the shop', async () => {
  await shop.rows(
    `insert into accounts (tenant_id, id, code, description, currency_code, price_group, updated_at)
     values ($1, gen_random_uuid(), 'C1', 'Customer', 'EUR', 'Vip', now())`,
  )
  const report = await shop.importText(
    lines(
      'brandName,categoryName,itemCode,itemDescription,itemDim1Code,PRICEVIP,pricecb',
      'Lale,K,A1,E,S,1,2',
    ),
  )
  expect(report.warnings).toEqual([])
  expect(await shop.variant('A1//S')).toMatchObject({ prices: ['CB 2.00 TRY', 'Vip 1.00 TRY'] })
})

test('brands that differ only in case are one, spelled as in the shop or first in the file', async () => {
  const row = (brand: string, item: string, size: string) => `${brand},K,${item},E,red,,${size},,,,,,,,,,,`
  const report = await shop.importText(
    lines(
      header,
      row('Merj', 'A1', 'S'),
      row('MERJ', 'A1', 'M'),
      row('merj', 'A2', 'S'),
      row('Şık', 'A3', 'S'),
    ),
  )
  expect(report).toMatchObject({ brandsAdded: 2, badCount: 0, applied: true })
  const again = await shop.importText(lines(header, row('MERJ', 'A1', 'S'), row('ŞIK', 'A4', 'S')))
  expect(again).toMatchObject({ brandsAdded: 0, products: { added: 1, changed: 0, unchanged: 1 } })
  const brands = await shop.rows('select name from brands where tenant_id = $1 order by name')
  expect(brands).toEqual([{ name: 'Merj' }, { name: 'Şık' }])
  // Existing duplicates match by exact name.
  await shop.rows(
    `insert into brands (tenant_id, id, name, updated_at) values ($1, gen_random_uuid(), 'MERJ', now())`,
  )
  const moved = await shop.importText(lines(header, row('MERJ', 'A2', 'S')))
  expect(moved).toMatchObject({ brandsAdded: 0, products: { changed: 1 } })
})

test('categories that differ only in case are one on each level, spelled as in the shop or first in the file', async () => {
  const row = (category: string, item: string) => `Lale,${category},${item},E,red,,S,,,,,,,,,,,`
  const names = async () =>
    (
      await shop.rows<{ name: string }>(
        'select full_name as name from categories where tenant_id = $1 order by 1',
      )
    ).map(({ name }) => name)
  await shop.importText(lines(header, row('Kadın > Elbise', 'A1')))
  const report = await shop.importText(
    lines(
      header,
      row('KADIN > ELBİSE', 'A1'),
      row('kadın > Etek > MİNİ', 'A2'),
      row('KADIN > ETEK > Mini', 'A3'),
      row('Çanta', 'A4'),
      row('çanta', 'A5'),
    ),
  )
  expect(report).toMatchObject({
    categoriesAdded: 3,
    badCount: 0,
    products: { added: 4, changed: 0, unchanged: 1 },
  })
  expect(await names()).toEqual(['Kadın', 'Kadın > Elbise', 'Kadın > Etek', 'Kadın > Etek > MİNİ', 'Çanta'])
  // Existing duplicates match by exact name.
  await shop.rows(
    `insert into categories (tenant_id, id, name, full_name, path, updated_at)
     select $1, id, 'ÇANTA', 'ÇANTA', array[id], now() from (select gen_random_uuid() as id) new`,
  )
  const moved = await shop.importText(lines(header, row('ÇANTA', 'A5')))
  expect(moved).toMatchObject({ categoriesAdded: 0, products: { changed: 1 } })
})

const rowsOfSizes = (...sizes: string[]) =>
  lines(header, ...sizes.map((size) => `Lale,Kadın,A1,E,red,,${size},,,,,,,,,,,`))

test('a complete file sets the order of sizes; a partial one keeps it and appends', async () => {
  const sizes = async () => (await shop.variants()).map(({ name }) => name.split('/')[2])
  await shop.importText(rowsOfSizes('XS', 'S', 'M', 'L'))
  expect(await sizes()).toEqual(['XS', 'S', 'M', 'L'])
  await shop.importText(rowsOfSizes('L', 'M', 'S', 'XS'))
  expect(await sizes()).toEqual(['L', 'M', 'S', 'XS'])
  await shop.importText(
    lines(
      'itemCode,colorCode,itemDim1Code,inventory',
      'A1,red,5XL,1',
      'A1,red,XS,1',
      'A1,red,4XL,1',
      'A1,red,L,1',
    ),
  )
  expect(await sizes()).toEqual(['L', 'M', 'S', 'XS', '5XL', '4XL'])
})

test('barcodes can be swapped within a file, and move to a new size', async () => {
  await shop.importText(full)
  const report = await shop.importText(
    lines('itemCode,colorCode,itemDim1Code,barcode', 'A1,red,S,101', 'A1,red,M,100', 'B1,,38,777'),
  )
  expect(report).toMatchObject({ badCount: 0, variants: { changed: 3 }, applied: true })
  const given = (cell: string) =>
    lines('itemCode,colorCode,itemDim1Code,barcode', `A1,red,S,${cell}`, 'A1,red,XL,101')
  // An empty cell keeps the barcode, so it is still taken.
  expect(summarizeBadRows((await shop.importText(given(''))).bad)).toEqual(['3 barcode codeTaken 101'])
  expect(await shop.importText(given('-'))).toMatchObject({ badCount: 0, applied: true })
  const barcodes = (await shop.variants()).map(({ name, barcode }) => `${name} ${barcode}`)
  expect(barcodes).toEqual(['A1/red/S null', 'A1/red/M 100', 'A1/red/W8 102', 'A1/red/XL 101', 'B1//38 777'])
})

test('two shops of one database do not see each other', async () => {
  const other = shopOf(
    shop.database,
    await addTenant(shop.connections, 'two', { currencyCode: 'EUR' }),
    shop.folder,
  )
  await shop.importText(full)
  const before = await shop.everything()
  const report = await other.importText(full)
  expect(report).toMatchObject({ variants: { added: 4 }, brandsAdded: 2, categoriesAdded: 2 })
  await other.importText(lines('barcode,inventory,priceCB', '100,99,'))
  expect(await other.variant('A1/red/S')).toMatchObject({ inventory: 99, prices: ['TF 10.00 EUR'] })
  expect(await other.variant('B1//38')).toMatchObject({ prices: ['CB 7.00 EUR'] })
  expect(await shop.everything()).toEqual(before)
})

async function* records() {
  yield { itemCode: 'A1', itemDim1Code: 'S', brandName: 'Lale', categoryName: 'K', itemDescription: 'E' }
  yield {
    itemCode: 'A1',
    itemDim1Code: 'too long a size',
    brandName: 'Lale',
    categoryName: 'K',
    itemDescription: 'E',
  }
}

test('rows may come from a program', async () => {
  const report = await importCatalogue(shop.database, shop.tenantId, { rows: records() }, { skipBad: true })
  expect(summarizeBadRows(report.bad)).toEqual(['3 itemDim1Code tooLong too long a size'])
  expect(report).toMatchObject({ rows: 2, variants: { added: 1 }, applied: true })
})

test('a concurrent order and an import wait for each other and lose nothing', async () => {
  await shop.importText(full)
  const { promise: locked, resolve: inTheMiddle } = Promise.withResolvers<void>()
  const [stock] = await shop.rows<{ id: string }>(
    `select id from variants where tenant_id = $1 and size = 'S'`,
  )
  const ordering = shop.database.inTenant(shop.tenantId, 'write', async (tx) => {
    await tx.query({ text: 'select id from variants where tenant_id = $1 and id = $2 for update' }, stock?.id)
    inTheMiddle()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await tx.query(
      { text: 'update variants set inventory = inventory - 1 where tenant_id = $1 and id = $2' },
      stock?.id,
    )
  })
  await locked
  // The file has no stock, so what the order took stays taken.
  await Promise.all([
    ordering,
    shop.importText(lines('itemCode,colorCode,itemDim1Code,barcode', 'A1,red,S,555')),
  ])
  expect(await shop.variant('A1/red/S')).toMatchObject({ inventory: 2, barcode: '555' })
})

test('two concurrent imports of one shop both succeed', async () => {
  const file = await shop.file('full.csv', full)
  const reports = await Promise.all([shop.importFile(file), shop.importFile(file)])
  expect(reports.map(({ variants }) => variants.added)).toEqual(expect.arrayContaining([0, 4]))
})

test('progress goes from reading to merging', async () => {
  const heard: Progress[] = []
  await shop.importText(full, { progress: (progress) => heard.push(progress) })
  expect(heard.map(({ phase }) => phase)).toEqual(
    expect.arrayContaining(['reading', 'staging', 'comparing', 'applying']),
  )
})

// There each node sees to its own.
test.skipIf(inject('isDistributed'))(
  'planner statistics are refreshed after a first import',
  { timeout: 30_000 },
  async () => {
    const rows = Array.from({ length: 5000 }, (_, n) =>
      ['Lale', 'Kadın', `A${Math.floor(n / 10)}`, 'Elbise', 'red', `S${n % 10}`, '10'].join(','),
    )
    const head = 'brandName,categoryName,itemCode,itemDescription,colorCode,itemDim1Code,priceTF'
    await shop.importText(lines(head, ...rows))
    const [plan] = await shop.rows<{ 'QUERY PLAN': string }>(
      'explain (format json) select from variants where tenant_id = $1',
    )
    expect(plan?.['QUERY PLAN']).toMatchObject([{ Plan: { 'Plan Rows': expect.closeTo(5000, -3) } }])
  },
)
