import { describeSystem, type SystemRow } from './system.ts'

/** Also Adobe Commerce. A configurable product lists its simple ones with their options. Rows of a store view translate. */
export const magento = describeSystem({
  name: 'Magento',
  headings: {
    item: ['sku'],
    sku: ['sku'],
    store: ['store_view_code'],
    type: ['product_type'],
    name: ['name'],
    category: ['categories'],
    brand: ['brand', 'manufacturer'],
    price: ['price'],
    stock: ['qty'],
    barcode: ['barcode', 'ean', 'gtin'],
    status: ['product_online'],
    more: ['additional_attributes'],
    variations: ['configurable_variations'],
    image: ['base_image'],
    images: ['additional_images'],
  },
  needs: ['sku', 'type', 'name', 'more', 'variations'],
  *sizesOf(rows) {
    const own = rows.filter(({ store }) => store === '')
    const owners = new Map(
      own.flatMap((row) =>
        row.variations.split('|').flatMap((text) => {
          const { sku, ...options } = valuesIn(text)
          return sku ? [[sku, { parent: row, options }] as const] : []
        }),
      ),
    )
    for (const row of own) {
      if (row.type !== 'simple' && row.type !== 'virtual' && row.isWhole) continue
      const { parent = row, options = optionsOf(valuesIn(row.more)) } = owners.get(row.sku) ?? {}
      yield {
        row,
        item: parent.sku,
        name: parent.name,
        brand: parent.brand || (valuesIn(parent.more).manufacturer ?? valuesIn(parent.more).brand ?? ''),
        category: categoryOf(parent),
        options: Object.entries(options),
        price: row.price,
        stock: row.stock.replace(/\.0+$/, ''),
        barcode: row.barcode,
        sku: row.sku,
        isOnSale: row.status === '1' && parent.status === '1',
        photo: parent === row ? '' : row.image,
        photos: [parent.image, ...parent.images.split(',')].filter(Boolean),
      }
    }
  },
})

/** The values in a text as `color=Black,size=S`, by name. */
const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [, name, value] = /^\s*([^=]+)=(.*)$/.exec(part) ?? []
      return name === undefined ? [] : [[name, value ?? ''] as const]
    }),
  )

const optionsOf = ({ color, size }: Record<string, string>) => ({
  ...(color ? { color } : {}),
  ...(size ? { size } : {}),
})

/** The first, without the root: `Default Category/Men/Shirts`. */
function categoryOf({ category }: SystemRow<'category'>): string {
  const [first = ''] = category.split(',')
  const [root = '', ...path] = first.split('/')
  return (path.length > 0 ? path : [root]).join(' > ')
}
