import { expect, test } from 'vitest'
import { lines, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

const shown = async () =>
  (await shop.variants()).map(({ name, brand, category, description, color, barcode, inventory, prices }) =>
    [name, brand, category, description, color, barcode, inventory, ...prices].join(' | '),
  )
const onSale = async () =>
  (
    await shop.rows<{ code: string }>(
      `select external_code || ' ' || is_active as code from variants where tenant_id = $1 order by 1`,
    )
  ).map(({ code }) => code)

test('variations of WooCommerce find their parents by id and by SKU, before and behind them', async () => {
  const report = await shop.importText(
    lines(
      'ID,Type,SKU,Name,Published,"Is featured?",Stock,"Regular price",Categories,Images,Parent,Brands,"GTIN, UPC, EAN, or ISBN","Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 2 name","Attribute 2 value(s)"',
      '12,variation,TS-S,Shirt - S,1,0,5,10.50,,https://cdn.example/red.jpg,id:11,,8690000000111,Size,S,,Colour,Red',
      '11,variable,TS,Shirt,1,0,,,"Men > Shirts, Sale","https://cdn.example/a.jpg, https://cdn.example/b.jpg",,Lale,,Size,"S, M",1,Colour,"Red, Blue"',
      '13,variation,TS-M,Shirt - M,0,0,-2,11,,,TS,,,Size,M,,Colour,Blue',
      '20,simple,CAP,Cap,1,0,3,7,Hats,,,Lale,,Material,Cotton,1,,',
      '21,grouped,SET,Set,1,0,,,Sets,,,Lale,,,,,,',
    ),
  )
  expect([report.bad, report.open, report.applied]).toEqual([[], [], true])
  expect(await shown()).toEqual([
    'CAP//STD | Lale | Hats | Cap |  |  | 3 | CB 7.00 TRY',
    'TS/blue/M | Lale | Men > Shirts | Shirt | Blue |  | 0 | CB 11.00 TRY',
    'TS/red/S | Lale | Men > Shirts | Shirt | Red | 8690000000111 | 5 | CB 10.50 TRY',
  ])
  expect(await onSale()).toEqual(['CAP true', 'TS-M false', 'TS-S true'])
})

test('simple products of Magento take name, category and options from their configurable one', async () => {
  const report = await shop.importText(
    lines(
      'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,price,product_online,qty,additional_attributes,base_image,additional_images,configurable_variations,available_on',
      'MJ01-S-Red,,Top,simple,Default Category/Men/Jackets,base,Jacket-S-Red,99.000000,1,4.0000,"color=Red,size=S",/m/j/red.jpg,,,2026-01-01',
      'MJ01-M-Red,,Top,simple,Default Category/Men/Jackets,base,Jacket-M-Red,99.000000,2,0.0000,"color=Red,size=M",,,,',
      'MJ01,,Top,configurable,"Default Category/Men/Jackets,Default Category/Sale",base,Jacket,,1,0.0000,"manufacturer=Lale,climate=Cold",/m/j/main.jpg,/m/j/back.jpg,"sku=MJ01-S-Red,size=S,color=Red|sku=MJ01-M-Red,size=M,color=Red",',
      'MJ01,it,Top,configurable,,,Giacca,,,,,,,,',
    ),
  )
  expect([report.bad, report.open, report.applied]).toEqual([[], [], true])
  expect(await shown()).toEqual([
    'MJ01/red/S | Lale | Men > Jackets | Jacket | Red |  | 4 | CB 99.00 TRY',
    'MJ01/red/M | Lale | Men > Jackets | Jacket | Red |  | 0 | CB 99.00 TRY',
  ])
  expect(await onSale()).toEqual(['MJ01-M-Red false', 'MJ01-S-Red true'])
})
