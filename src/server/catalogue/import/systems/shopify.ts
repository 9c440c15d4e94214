import { describeSystem, type SystemRow } from './system.ts'

const options = [1, 2, 3] as const
type Option = (typeof options)[number]
/** In its older and newer templates. Rows without options and price are further photos. */
export const shopify = describeSystem({
  name: 'Shopify',
  headings: {
    item: ['handle', 'url handle'],
    name: ['title'],
    brand: ['vendor'],
    category: ['type'],
    tags: ['tags'],
    option1Name: ['option1 name'],
    option1Value: ['option1 value'],
    option2Name: ['option2 name'],
    option2Value: ['option2 value'],
    option3Name: ['option3 name'],
    option3Value: ['option3 value'],
    price: ['variant price', 'price'],
    stock: ['variant inventory qty', 'inventory quantity'],
    barcode: ['variant barcode', 'barcode'],
    sku: ['variant sku', 'sku'],
    published: ['published', 'published on online store'],
    status: ['status'],
    image: ['image src', 'product image url'],
    ownImage: ['variant image', 'variant image url'],
  },
  needs: ['item', 'name', 'option1Name', 'option1Value'],
  together: 'item',
  *sizesOf(rows) {
    const [first] = rows
    if (!first) return
    const photos = rows.map(({ image }) => image).filter(Boolean)
    for (const row of rows) {
      if (row.isWhole && row.option1Value === '' && row.price === '') continue
      yield {
        row,
        item: first.item,
        name: first.name,
        brand: first.brand,
        category: first.category || (first.tags.split(',')[0]?.trim() ?? ''),
        options: options.map((at) => [first[`option${at}Name`], valueOf(row, at)] as const),
        price: row.price,
        stock: row.stock,
        barcode: row.barcode,
        sku: row.sku,
        isOnSale: !isOffSale(first),
        photo: row.ownImage,
        photos,
      }
    }
  },
})

function valueOf(row: SystemRow<`option${Option}Value`>, at: Option): string {
  const value = row[`option${at}Value`]
  return value === 'Default Title' ? '' : value
}

const isOffSale = ({ status, published }: SystemRow<'status' | 'published'>) =>
  /^(?:draft|archived|unlisted)$/i.test(status) || /^false$/i.test(published)
