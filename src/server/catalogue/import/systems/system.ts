import type { Row, Table } from '#server/tableFiles/rows.ts'
import { type Cell, cellText } from '#server/tableFiles/values.ts'
import { isErrorText } from '#shared/workbook/errorTexts.ts'
import { onlySize, shorten, slug } from '../file/codes.ts'
import type { Shop } from '../file/columns.ts'
import { targetOfName } from '../file/headings.ts'

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

type RowPlace = {
  line: number
  /** It has as many cells as the headings. */
  isWhole: boolean
}

/** A row by field; '' without the column. */
export type SystemRow<Field extends string = string> = Record<Field, string> & RowPlace

/** A size as another system has it. */
export type SystemSize = {
  row: RowPlace
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
  /** Addresses of photos: its own, and those of its item, alike for all sizes of the item. */
  photo: string
  photos: readonly string[]
}

/** How a shop system exports products. */
export type System<Field extends string = string> = {
  name: string
  /** In lower case. */
  headings: Record<Field, readonly string[]>
  /** Without all of these, a file is not from it. */
  needs: readonly NoInfer<Field>[]
  /** Rows with the same value here follow each other and are one item; absent: sizes may stand anywhere. */
  together?: NoInfer<Field>
  sizesOf: (rows: SystemRow<Field>[]) => Iterable<SystemSize>
}

/** A system whose rows are typed by its headings. */
export const describeSystem = <Field extends string>(system: System<Field>) => system as System

export const isSize = (name: string) => targetOfName(name) === 'itemDim1Code'
export const isColor = (name: string) => targetOfName(name) === 'color'

/** For products without a category. */
const anyCategory = 'Genel'

type Places = Partial<Record<string, number>>

function placesOf({ headings }: System, header: string[]): Places {
  const names = header.map((name) => name.trim().toLowerCase())
  const entries = Object.entries(headings).map(([field, words]) => [
    field,
    names.findIndex((name) => words.includes(name)),
  ])
  return Object.fromEntries(entries)
}

const hasIn = (at: Places) => (field: string) => (at[field] ?? -1) >= 0

export const isOf = (system: System, header: string[]): boolean =>
  system.needs.every(hasIn(placesOf(system, header)))

/** The file's own names of our columns, for error messages. */
export function systemNames(
  system: System,
  header: string[],
  shop: Pick<Shop, 'priceGroup'>,
): Map<string, string> {
  const at = placesOf(system, header)
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
export function fromSystem(system: System, table: Table, shop: Shop): Table {
  const at = placesOf(system, table.header)
  const columns = columnsFor(shop).filter(([, , ...fields]) => fields.length === 0 || fields.some(hasIn(at)))
  const rowOf = ({ line, cells }: Row) =>
    ({
      ...Object.fromEntries(Object.entries(at).map(([field, place = -1]) => [field, cellText(cells[place])])),
      line,
      isWhole: cells.length >= table.header.length,
    }) as SystemRow
  async function* rows(): AsyncGenerator<Row> {
    let found: SystemRow[] = []
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

function* rowsOf({ sizesOf }: System, rows: SystemRow[], columns: Column[]): Generator<Row> {
  const sizes = [...sizesOf(rows)].map((size) => ({ size, ...roleValues(size.options) }))
  const photosOf = photosByColor(sizes)
  for (const one of sizes) {
    const { line, isWhole } = one.size.row
    const made = { ...one, photos: photosOf.get(colorKey(one)) ?? [] }
    yield { line, cells: isWhole ? columns.map(([, value]): Cell => value(made)) : [] }
  }
}

function roleValues(options: SystemSize['options']): { sizeName: string; color: string } {
  const color = options.find(([name]) => isColor(name))
  const size = options.find((one) => one !== color && isSize(one[0]))
  const others = options.filter((one) => one !== color && one !== size)
  const values = [...(size ? [size] : []), ...others].map(([, value]) => value)
  return { color: color?.[1] ?? '', sizeName: values.filter(Boolean).join(' ') || onlySize }
}

type Colored = Omit<Made, 'photos'>

const colorKey = ({ size, color }: Colored) => `${size.item}\n${color}`

/** File names of photos of each colour of an item: those of its sizes, then those that belong to no size. */
function photosByColor(sizes: Colored[]): Map<string, string[]> {
  const ownOf = Map.groupBy(sizes, ({ size }) => size.item)
  const ofSizes = new Map(
    [...ownOf].map(([item, ofItem]) => [item, new Set(ofItem.map(({ size }) => size.photo))] as const),
  )
  return new Map(
    [...Map.groupBy(sizes, colorKey)].map(([key, ofColor]) => {
      const { item = '', photos = [] } = ofColor[0]?.size ?? {}
      const common = photos.filter((address) => !ofSizes.get(item)?.has(address))
      const addresses = [...ofColor.map(({ size }) => size.photo), ...common]
      return [key, [...new Set(addresses.map(fileNameOf))].filter(Boolean)] as const
    }),
  )
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
