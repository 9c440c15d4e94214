import { expect, test } from 'vitest'
import { lines, summarizeBadRows, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

const header =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Image Position,Variant Image'
const file = lines(
  header,
  'linen-dress,Linen dress,"<p>Light,',
  'airy</p>",Lale,Dresses,"women, linen",Color,Dark Blue,Size,S,,,D1,3,49.90,\'4820001010008,https://cdn.example/a/dress-1.jpg?v=1,1,',
  "linen-dress,,,,,,,Dark Blue,,M,,,D2,-2,49.90,'4820001010015,https://cdn.example/a/dress-2.jpg?v=1,2,",
  'linen-dress,,,,,,,Red,,S,,,D3,1,54.00,,,,https://cdn.example/a/dress-red.jpg',
  'linen-dress,,,,,,,,,,,,,,,,https://cdn.example/a/dress-red.jpg,3,',
  'cap,Cap,,Lale,,"men, cap",Title,Default Title,,,,,C1,,12,,,,',
  'scarf-with-a-really-long-handle-and-more,Scarf,,Gül,,,Material,Extra fine cashmere,Größe,,,,,4,30,,,,',
)

test('handles, options, vendors, types and tags become items, sizes, colours, brands and categories', async () => {
  const report = await shop.importText(file)
  expect(summarizeBadRows(report.bad)).toEqual([])
  expect(report).toMatchObject({ rows: 5, products: { added: 4 }, variants: { added: 5 }, applied: true })
  const variants = await shop.variants()
  expect(
    variants.map(({ name, brand, category, description, color, barcode, inventory, prices }) =>
      [name, brand, category, description, color, barcode, inventory, ...prices].join(' | '),
    ),
  ).toEqual([
    'cap//STD | Lale | men | Cap |  |  | 0 | CB 12.00 TRY',
    'linen-dress/dark-blue/S | Lale | Dresses | Linen dress | Dark Blue | 4820001010008 | 3 | CB 49.90 TRY',
    'linen-dress/dark-blue/M | Lale | Dresses | Linen dress | Dark Blue | 4820001010015 | 0 | CB 49.90 TRY',
    'linen-dress/red/S | Lale | Dresses | Linen dress | Red |  | 1 | CB 54.00 TRY',
    expect.stringMatching(/^scarf-with-a-really-long-\w{5}\/\/Extra-\w{4} \| Gül \| Genel \| Scarf \|/),
  ])
})

test('the same file again changes nothing', async () => {
  await shop.importText(file)
  const before = await shop.everything()
  await shop.importText(file)
  expect(await shop.everything()).toEqual(before)
})

test('bad rows name columns and lines of the Shopify file', async () => {
  const report = await shop.importText(
    lines(
      header,
      'a,A,"two',
      'lines",Lale,,,Size,S,,,,,,1,free,,,,',
      'a,,,,,,,M,,,,,,many,1,,,,',
      'a,,,,,,,L',
      'b,B,,,,,Size,S,,,,,,1,1,,,,',
    ),
  )
  expect(summarizeBadRows(report.bad)).toEqual([
    '2 Variant Price notANumber free',
    '4 Variant Inventory Qty notANumber many',
    '5  cellCount',
    '6 Vendor requiredForNew b',
  ])
})

test('the newer template with shorter column names is recognised', async () => {
  await shop.importText(
    lines(
      'Title,URL handle,Vendor,Type,Tags,SKU,Barcode,Option1 name,Option1 value,Price,Inventory quantity,Product image URL',
      'Cap,cap,Lale,Hats,,C1,123,Beden,M,12.50,4,',
    ),
  )
  expect(await shop.variant('cap//M')).toMatchObject({
    barcode: '123',
    inventory: 4,
    prices: ['CB 12.50 TRY'],
  })
})

test('a third option becomes part of the size, so variants stay distinct', async () => {
  const report = await shop.importText(
    lines(
      'Handle,Title,Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant Price',
      'a,A,Lale,Size,S,Color,Red,Fit,Slim,1',
      'a,,,,S,,Red,,Wide,1',
      'a,,,,S,,Red,,A very wide one,1',
    ),
  )
  expect(report).toMatchObject({ badCount: 0, variants: { added: 3 } })
  const sizes = (await shop.variants()).map(({ name }) => name)
  expect(sizes).toEqual(['a/red/S Slim', 'a/red/S Wide', expect.stringMatching(/^a\/red\/S A v-\w{4}$/)])
})

test('drafts, archived and unpublished products are off sale, and SKUs are external codes', async () => {
  const row = (handle: string, published: string, status: string) =>
    `${handle},${handle},Lale,Dresses,${published},Size,S,${handle}-S,5,10.00,${status}`
  const report = await shop.importText(
    lines(
      'Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status',
      row('a', 'true', 'active'),
      'a,,,,,,M,a-M,1,10.00,',
      row('b', 'false', 'active'),
      row('c', 'true', 'draft'),
      row('d', 'true', 'archived'),
    ),
  )
  expect([summarizeBadRows(report.bad), report.open]).toEqual([[], []])
  const stored = await shop.rows(
    `select external_code || ' ' || is_active as code from variants where tenant_id = $1 order by external_code`,
  )
  expect(stored).toEqual([
    { code: 'a-M true' },
    { code: 'a-S true' },
    { code: 'b-S false' },
    { code: 'c-S false' },
    { code: 'd-S false' },
  ])
  const products = await shop.rows<{ code: string }>(
    `select item_code || ' ' || is_active as code from products where tenant_id = $1 order by 1`,
  )
  expect(products.map(({ code }) => code)).toEqual(['a true', 'b false', 'c false', 'd false'])
})
