import type { Row, Table } from '#server/tableFiles/rows.ts'
import { type Cell, cellText } from '#server/tableFiles/values.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { shorten, slug } from '../file/codes.ts'
import type { Shop } from '../file/columns.ts'

/** What files of shop systems say of a size, whatever they call it. */
export type SystemField =
  | 'item'
  | 'name'
  | 'brand'
  | 'category'
  | 'price'
  | 'stock'
  | 'barcode'
  | 'sku'
  | 'status'
  | 'published'

/** A row by field; '' without the column. */
export type SystemRow<Field extends string> = Record<Field, string> & {
  line: number
  /** It has as many cells as the headings. */
  isWhole: boolean
}

/** A size as another system has it. */
export type SystemSize = {
  row: Pick<SystemRow<string>, 'line' | 'isWhole'>
  item: string
  name: string
  brand: string
  category: string
  options: (readonly [name: string, value: string])[]
  price: string
  stock: string
  barcode: string
  sku: string
  isOnSale: boolean
  /** Addresses: its own, and those of its item. */
  photo: string
  photos: readonly string[]
}

/** How a shop system exports products. */
export type System<Field extends string> = {
  name: string
  /** In lower case. */
  headings: Record<Field, readonly string[]>
  /** Without all of these, a file is not from it. */
  needs: readonly Field[]
  /** Rows with the same value here follow each other and are one item; absent: sizes may stand anywhere. */
  together?: Field
  sizesOf: (rows: SystemRow<Field>[]) => Iterable<SystemSize>
}

const sizeNames =
  'size,sizes,beden,ölçü,numara,größe,groesse,grösse,taglia,taille,talla,tamanho,maat,mărime,marime,размер,розмір,مقاس,المقاس'
const colorNames =
  'color,colour,colors,colours,renk,farbe,colore,couleur,cor,kleur,culoare,цвет,колір,لون,اللون'
export const isSize = matcherOf(sizeNames)
export const isColor = matcherOf(colorNames)

/** Also names that end with one: "Shoe size". */
function matcherOf(list: string): (name: string) => boolean {
  const names = new Set(list.split(','))
  return (name) => {
    const last =
      name
        .replace(/[İı]/g, 'i')
        .toLowerCase()
        .split(/[\s_-]+/)
        .at(-1) ?? ''
    return names.has(last) || names.has(name.replace(/[İı]/g, 'i').toLowerCase())
  }
}

/** For products without a category, and without options. */
const anyCategory = 'Genel'
const anySize = 'STD'

type Places<Field extends string> = Record<Field, number>

function placesOf<Field extends string>({ headings }: System<Field>, header: string[]): Places<Field> {
  const names = header.map((name) => name.trim().toLowerCase())
  const entries = Object.entries<readonly string[]>(headings).map(([field, words]) => [
    field,
    names.findIndex((name) => words.includes(name)),
  ])
  return Object.fromEntries(entries)
}

export function isOf<Field extends string>(system: System<Field>, header: string[]): boolean {
  const at = placesOf(system, header)
  return system.needs.every((field) => at[field] >= 0)
}

/** The file's own names of our columns, for error messages. */
export function systemNames<Field extends string>(
  system: System<Field>,
  header: string[],
  shop: Pick<Shop, 'priceGroup'>,
): Map<string, string> {
  const at: Partial<Places<string>> = placesOf(system, header)
  const own = (field: SystemField) => header[at[field] ?? -1]?.trim() ?? ''
  return new Map([
    ['itemCode', own('item')],
    ['itemDescription', own('name')],
    ['brandName', own('brand')],
    ['categoryName', own('category')],
    ['barcode', own('barcode')],
    ['externalCode', own('sku')],
    ['inventory', own('stock')],
    [`price${shop.priceGroup}`, own('price')],
  ])
}

/**
 * Converts a file to our columns. A colour option becomes the colour, a size option (or else all others) the size; long
 * values are shortened with a stable hash, and negative stock becomes 0. What the file has no column for is missing here
 * too, so that stored values stay.
 */
export function fromSystem<Field extends string>(system: System<Field>, table: Table, shop: Shop): Table {
  const at = placesOf(system, table.header)
  const has = (field: SystemField) => ((at as Partial<Places<string>>)[field] ?? -1) >= 0
  const columns = columnsFor(shop).filter(([, , ...fields]) => fields.length === 0 || fields.some(has))
  const rowOf = ({ line, cells }: Row): SystemRow<Field> => ({
    ...(Object.fromEntries(
      Object.entries<number>(at).map(([field, place]) => [field, cellText(cells[place])]),
    ) as Record<Field, string>),
    line,
    isWhole: cells.length >= table.header.length,
  })
  async function* rows(): AsyncGenerator<Row> {
    let found: SystemRow<Field>[] = []
    for await (const one of table.rows) {
      const row = rowOf(one)
      const { together } = system
      if (together && found[0] && found[0][together] !== row[together]) {
        yield* rowsOf(system, found, columns)
        found = []
      }
      found.push(row)
    }
    yield* rowsOf(system, found, columns)
  }
  return { header: columns.map(([name]) => name), rows: rows(), progress: table.progress }
}

type Made = { size: SystemSize; sizeName: string; color: string; photos: string[] }
/** `fields`: with none of these columns in the file, there is none. */
type Column = [name: string, value: (made: Made) => string, ...fields: SystemField[]]

function columnsFor(shop: Shop): Column[] {
  return [
    ['brandName', ({ size }) => size.brand],
    ['categoryName', ({ size }) => size.category || anyCategory],
    ['itemCode', ({ size }) => shorten(size.item, 30)],
    ['itemDescription', ({ size }) => size.name],
    ['colorCode', ({ color }) => (color === '' ? '' : shorten(slug(color), 10))],
    ['colorDescription', ({ color }) => color],
    ['itemDim1Code', ({ sizeName }) => shorten(sizeName, 10)],
    ['photos', ({ photos }) => photos.join('|')],
    [`price${shop.priceGroup}`, ({ size }) => size.price, 'price'],
    [`currency${shop.priceGroup}`, () => shop.currencyCode, 'price'],
    ['inventory', ({ size }) => size.stock.replace(/^-\d+$/, '0'), 'stock'],
    ['barcode', ({ size }) => size.barcode.replace(/^'/, ''), 'barcode'],
    ['externalCode', ({ size }) => size.sku.replace(/^'/, ''), 'sku'],
    ['isActive', ({ size }) => String(size.isOnSale), 'status', 'published'],
  ]
}

function* rowsOf<Field extends string>(
  { sizesOf }: System<Field>,
  rows: SystemRow<Field>[],
  columns: Column[],
): Generator<Row> {
  const sizes = [...sizesOf(rows)].map((size) => ({ size, ...roleValues(size.options) }))
  const photosOf = Map.groupBy(sizes, ({ size }) => size.item)
  for (const one of sizes) {
    const { line, isWhole } = one.size.row
    const photos = photosFor(one, photosOf.get(one.size.item) ?? [])
    yield { line, cells: isWhole ? columns.map(([, value]): Cell => value({ ...one, photos })) : [] }
  }
}

function roleValues(options: SystemSize['options']): { sizeName: string; color: string } {
  const color = options.find(([name]) => isColor(name))
  const size = options.find((one) => one !== color && isSize(one[0]))
  const others = options.filter((one) => one !== color && one !== size)
  const values = [...(size ? [size] : []), ...others].map(([, value]) => value)
  return { color: color?.[1] ?? '', sizeName: values.filter(Boolean).join(' ') || anySize }
}

type Colored = Omit<Made, 'photos'>

/** Those of the colour's sizes, then those that belong to no other. */
function photosFor({ size, color }: Colored, sizes: Colored[]): string[] {
  const own = sizes.filter((one) => one.color === color).map((one) => one.size.photo)
  const others = new Set(sizes.map((one) => one.size.photo))
  const common = size.photos.filter((address) => !others.has(address))
  return [...new Set([...own, ...common].map(fileNameOf))].filter(Boolean)
}

/** Without our separators. */
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
