import { ImportProblem } from '#server/tableFiles/report.ts'
import type { Row, Table } from '#server/tableFiles/rows.ts'
import { type Cell, cellText } from '#server/tableFiles/values.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { shorten, slug } from './codes.ts'
import type { Shop } from './columns.ts'

/** In Shopify's older and newer templates. */
const headings = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  vendor: ['vendor'],
  type: ['type'],
  tags: ['tags'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
  price: ['variant price', 'price'],
  inventory: ['variant inventory qty', 'inventory quantity'],
  barcode: ['variant barcode', 'barcode'],
  sku: ['variant sku', 'sku'],
  published: ['published', 'published on online store'],
  status: ['status'],
  image: ['image src', 'product image url'],
  variantImage: ['variant image', 'variant image url'],
} as const
type Field = keyof typeof headings
type Fields = Record<Field, number>

const sizeNames = [
  'size,sizes,beden,ölçü,numara,größe,groesse,grösse,taglia,taille,talla,tamanho,maat',
  'mărime,marime,размер,розмір,مقاس,المقاس',
]
const colorNames = [
  'color,colour,colors,colours,renk,farbe,colore,couleur,cor,kleur,culoare,цвет,колір,لون,اللون',
]
const isSize = matcherOf(sizeNames)
const isColor = matcherOf(colorNames)

/** For products without type and tags. */
const anyCategory = 'Genel'
const anySize = 'STD'

type ShopifyRecord = Record<Field, string> & { line: number; complete: boolean }

export function isShopify(header: string[]): boolean {
  const at = fieldsOf(header)
  return at.handle >= 0 && at.title >= 0 && at.option1Name >= 0 && (at.price >= 0 || at.option1Value >= 0)
}

/**
 * Converts a Shopify product file to our columns: handle to item code; the colour option to colour, the size option
 * (or else all others) to size; vendor to brand; type or first tag to category; price to the shop's group and
 * currency; SKU to external code. Drafts, archived and unpublished products are off sale. Image rows are skipped, long values
 * shortened with a stable hash, and negative stock becomes 0.
 */
export function fromShopify(table: Table, shop: Shop): Table {
  const at = fieldsOf(table.header)
  if (at.option1Value < 0) throw new ImportProblem('missingShopifyColumns', 'Option1 Value')
  const columns = columnsOf(at, shop)
  async function* rows(): AsyncGenerator<Row> {
    let product: ShopifyRecord[] = []
    for await (const row of table.rows) {
      const record = recordOf(row, at, table.header.length)
      if (product[0] && product[0].handle !== record.handle) {
        yield* rowsOf(product, columns)
        product = []
      }
      product.push(record)
    }
    yield* rowsOf(product, columns)
  }
  return { header: columns.map(([name]) => name), rows: rows(), progress: table.progress }
}

export function shopifyNames(header: string[], shop: Shop): Map<string, string> {
  const at = fieldsOf(header)
  const own = (field: Field) => header[at[field]]?.trim() ?? ''
  return new Map([
    ['itemCode', own('handle')],
    ['itemDescription', own('title')],
    ['brandName', own('vendor')],
    ['categoryName', own('type')],
    ['barcode', own('barcode')],
    ['externalCode', own('sku')],
    ['inventory', own('inventory')],
    [`price${shop.priceGroup}`, own('price')],
  ])
}

type Column = [name: string, value: (variant: Variant) => string]
type Variant = {
  record: ShopifyRecord
  first: ShopifyRecord
  size: string
  color: string
  photos: string[]
}

function columnsOf(at: Fields, shop: Shop): Column[] {
  const columns: Column[] = [
    ['brandName', ({ first }) => first.vendor],
    ['categoryName', ({ first }) => first.type || first.tags.split(',')[0]?.trim() || anyCategory],
    ['itemCode', ({ first }) => shorten(first.handle, 30)],
    ['itemDescription', ({ first }) => first.title],
    ['colorCode', ({ color }) => (color === '' ? '' : shorten(slug(color), 10))],
    ['colorDescription', ({ color }) => color],
    ['itemDim1Code', ({ size }) => shorten(size, 10)],
    ['photos', ({ photos }) => photos.join('|')],
  ]
  // Columns missing in the file must be missing here, so that stored values stay.
  if (at.price >= 0) {
    columns.push([`price${shop.priceGroup}`, ({ record }) => record.price])
    columns.push([`currency${shop.priceGroup}`, () => shop.currencyCode])
  }
  if (at.inventory >= 0) columns.push(['inventory', ({ record }) => record.inventory.replace(/^-\d+$/, '0')])
  if (at.sku >= 0) columns.push(['externalCode', ({ record }) => record.sku.replace(/^'/, '')])
  if (at.status >= 0 || at.published >= 0)
    columns.push(['isActive', ({ first }) => String(!isOffSale(first))])
  if (at.barcode >= 0) columns.push(['barcode', ({ record }) => record.barcode.replace(/^'/, '')])
  return columns
}

const isOffSale = ({ status, published }: ShopifyRecord) =>
  /^(?:draft|archived|unlisted)$/i.test(status) || /^false$/i.test(published)

function* rowsOf(product: ShopifyRecord[], columns: Column[]): Generator<Row> {
  const [first] = product
  if (!first) return
  const options = [first.option1Name, first.option2Name, first.option3Name]
  const roles = rolesOf(options)
  // Image rows have neither option values nor price.
  const variants = product.filter(
    (record) => !record.complete || record.option1Value !== '' || record.price !== '',
  )
  const colorOf = (record: ShopifyRecord) => (roles.color < 0 ? '' : valueOf(record, roles.color))
  for (const record of variants) {
    if (!record.complete) {
      yield { line: record.line, cells: [] }
      continue
    }
    const color = colorOf(record)
    const sizes = roles.sizes.map((index) => valueOf(record, index)).filter((value) => value !== '')
    const size = sizes.join(' ') || anySize
    const variant = { record, first, size, color, photos: photosOf(product, color, colorOf) }
    yield { line: record.line, cells: columns.map(([, value]): Cell => value(variant)) }
  }
}

function rolesOf(options: string[]): { color: number; sizes: number[] } {
  const color = options.findIndex(isColor)
  const size = options.findIndex(isSize)
  const others = options
    .map((name, index) => ({ name, index }))
    .filter(({ name, index }) => name !== '' && index !== color && index !== size)
    .map(({ index }) => index)
  return { color, sizes: size < 0 ? others : [size, ...others] }
}

/** Photos of the colour's variants, then those that belong to no other colour. */
function photosOf(
  product: ShopifyRecord[],
  color: string,
  colorOf: (record: ShopifyRecord) => string,
): string[] {
  const pictured = product.filter((record) => record.variantImage !== '')
  const own = pictured.filter((record) => colorOf(record) === color).map((record) => record.variantImage)
  const others = new Set(pictured.map((record) => record.variantImage))
  const common = product.map((record) => record.image).filter((image) => image !== '' && !others.has(image))
  return [...new Set([...own, ...common].map(fileNameOf))].filter((name) => name !== '')
}

/** Removes our separators. */
function fileNameOf(address: string): string {
  // Reported where the names are parsed.
  if (isErrorText(address)) return address
  const name =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(name).replace(/[|;,]/g, '')
  } catch {
    return name
  }
}

function valueOf(record: ShopifyRecord, option: number): string {
  const value = [record.option1Value, record.option2Value, record.option3Value][option] ?? ''
  return value === 'Default Title' ? '' : value
}

function recordOf(row: Row, at: Fields, width: number): ShopifyRecord {
  const entries = Object.entries(at).map(([field, index]) => [field, cellText(row.cells[index])])
  return { ...Object.fromEntries(entries), line: row.line, complete: row.cells.length >= width }
}

function fieldsOf(header: string[]): Fields {
  const names = header.map((name) => name.trim().toLowerCase())
  const entries = Object.entries(headings).map(([field, words]) => [
    field,
    names.findIndex((name) => (words as readonly string[]).includes(name)),
  ])
  return Object.fromEntries(entries)
}

function matcherOf(lists: string[]): (name: string) => boolean {
  const names = new Set(lists.join(',').split(','))
  return (name) => names.has(name.replace(/[İı]/g, 'i').toLowerCase())
}
