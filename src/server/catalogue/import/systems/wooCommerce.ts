import { describeSystem, isColor, isSize, type SystemRow } from './system.ts'

const attributes = [1, 2, 3, 4] as const
type Attribute = (typeof attributes)[number]
/** A variation names its parent by SKU or as `id:12`; a simple product is its only size. */
export const wooCommerce = describeSystem({
  name: 'WooCommerce',
  headings: {
    id: ['id'],
    type: ['type'],
    item: ['sku'],
    sku: ['sku'],
    name: ['name'],
    published: ['published'],
    parent: ['parent'],
    category: ['categories'],
    brand: ['brands', 'brand'],
    price: ['regular price'],
    stock: ['stock'],
    barcode: ['gtin, upc, ean, or isbn', 'gtin'],
    images: ['images'],
    attribute1Name: ['attribute 1 name'],
    attribute1Value: ['attribute 1 value(s)'],
    attribute2Name: ['attribute 2 name'],
    attribute2Value: ['attribute 2 value(s)'],
    attribute3Name: ['attribute 3 name'],
    attribute3Value: ['attribute 3 value(s)'],
    attribute4Name: ['attribute 4 name'],
    attribute4Value: ['attribute 4 value(s)'],
  },
  needs: ['type', 'name', 'published', 'parent', 'price'],
  *sizesOf(rows) {
    const parents = new Map(rows.flatMap((row) => [[`id:${row.id}`, row] as const, [row.sku, row] as const]))
    for (const row of rows) {
      const types = row.type.split(',').map((type) => type.trim())
      const parent = types.includes('variation') ? parents.get(row.parent) : row
      if (!parent || (parent === row && !types.includes('simple') && row.isWhole)) continue
      const [photo = ''] = parent === row ? [] : addressesIn(row.images)
      yield {
        row,
        item: parent.sku || parent.id,
        name: parent.name,
        brand: parent.brand,
        category: parent.category.split(',')[0]?.trim() ?? '',
        options: attributes
          .map((at) => [row[`attribute${at}Name`], valueOf(row, at)] as const)
          // A simple product has more attributes than those of its size.
          .filter(([name]) => parent !== row || isSize(name) || isColor(name)),
        price: row.price,
        stock: row.stock,
        barcode: row.barcode,
        sku: row.sku,
        isOnSale: row.published === '1' && parent.published === '1',
        photo,
        photos: addressesIn(parent.images),
      }
    }
  },
})

const addressesIn = (images: string) => images.split(/,\s*/).filter(Boolean)

/** A cell with several values does not tell which one the size has. */
function valueOf(row: SystemRow<`attribute${Attribute}Value`>, at: Attribute): string {
  const value = row[`attribute${at}Value`]
  return value.includes(',') ? '' : value
}
