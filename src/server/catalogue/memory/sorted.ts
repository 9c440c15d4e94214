import type { Language } from '#shared/tenancy.ts'
import { textsOf } from '../texts/texts.ts'
import type { Reader } from '../texts/translate.ts'
import { compareCodes, resorted } from './order.ts'
import type { Product, Value } from './product.ts'
import type { ProductRecord, ReaderRecord } from './records.ts'

export type Sort = 'itemCode' | 'newest' | 'name' | `name ${Language}`

/** A reader with the place of each product name in the reader's alphabet. */
type CatalogueReader = Reader & { places: Map<string, number> }

const compareItems = (one: Product, other: Product) =>
  compareCodes(one.itemCode, other.itemCode) || compareCodes(one.colorCode, other.colorCode)

const afterAll = Number.MAX_SAFE_INTEGER

/** Names of products and values of attributes in their order, and what readers in other languages read. */
export function keepNames(version: number, shared: (text: string) => string, onReadersGone: () => void) {
  let places = new Map<string, number>()
  const readers = new Map<Language, CatalogueReader>()
  /** The version that last changed translations. */
  let textsVersion = version
  const placeOf = (name: string) => places.get(name) ?? afterAll
  return {
    placeOf,
    compare: (one: string, other: string) => placeOf(one) - placeOf(other) || compareCodes(one, other),
    /** Whether {@link set} must come first. */
    areNew: (records: ProductRecord[]) =>
      records.some(
        ([, , name, , , , , attributes]) =>
          !places.has(name) || Object.values(attributes).some((value) => value && !places.has(value)),
      ),
    /** All names in their order. */
    set: (names: string[]) => {
      places = new Map(names.map((name, place) => [shared(name), place]))
      readers.clear()
      onReadersGone()
    },
    /** The reader in a language other than the main one. */
    reader: (language: Language) => readers.get(language),
    /** False if the translations changed since the record was read. */
    setReader: (language: Language, { version: readAt, texts: rows, places: names }: ReaderRecord) => {
      if (readAt < textsVersion) return false
      const read = textsOf(rows.map(([kind, source, text]) => ({ kind, source, text })))
      readers.set(language, { language, texts: read, places: new Map(names) })
      return true
    },
    changeTexts: (changedAt: number) => {
      textsVersion = changedAt
      readers.clear()
      onReadersGone()
    },
  }
}

export type Names = ReturnType<typeof keepNames>

/** Products in each order that was asked for. */
export function keepSorted(products: Map<string, Product>, names: Names) {
  const orders = new Map<Sort, Product[]>()
  /** Products changed since the orders were made. */
  let gone = new Set<Product>()
  let added: Product[] = []
  const comparison = (sort: Sort): ((one: Product, other: Product) => number) => {
    if (sort === 'itemCode') return compareItems
    if (sort === 'newest') return (one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
    const reader = names.reader(sort.slice('name '.length) as Language)
    const place = reader ? (name: string) => reader.places.get(name) ?? afterAll : names.placeOf
    return (one, other) =>
      place(one.itemDescription) - place(other.itemDescription) || compareItems(one, other)
  }
  const applyChanges = () => {
    const isGone = (product: Product) => gone.has(product)
    const remaining = added.filter((product) => !gone.has(product))
    for (const [sort, order] of orders) orders.set(sort, resorted(order, isGone, remaining, comparison(sort)))
    gone = new Set()
    added = []
  }
  return {
    comparison,
    by: (sort: Sort) => {
      if (gone.size > 0 || added.length > 0) applyChanges()
      let order = orders.get(sort)
      if (!order) {
        order = [...products.values()].toSorted(comparison(sort))
        orders.set(sort, order)
      }
      return order
    },
    add: (product: Product) => added.push(product),
    remove: (product: Product) => gone.add(product),
    /** Drops the orders by names in other languages. */
    dropTranslated: () => {
      for (const sort of orders.keys()) if (sort.startsWith('name ')) orders.delete(sort)
    },
  }
}

const keyOf = (name: string, value: string) => `${name} ${value}`

/** The attributes' values in use. */
export function keepValues(names: Names) {
  /** By name and value. */
  const all = new Map<string, Value>()
  let sorted: Value[] | undefined
  const take = (name: string, value: string): Value => {
    let known = all.get(keyOf(name, value))
    if (!known) {
      known = { name, value, products: 0, place: 0 }
      all.set(keyOf(name, value), known)
      sorted = undefined
    }
    known.products += 1
    return known
  }
  return {
    /** The values of one more product. */
    take: (attributes: ProductRecord[7]) =>
      Object.keys(attributes)
        .toSorted()
        .flatMap((name) => (attributes[name] === null ? [] : [take(name, attributes[name] ?? '')])),
    release: (values: Value[]) => {
      for (const value of values) {
        value.products -= 1
        if (value.products > 0) continue
        all.delete(keyOf(value.name, value.value))
        sorted = undefined
      }
    },
    /** In the order of facets. */
    sorted: () => {
      if (!sorted) {
        sorted = [...all.values()].toSorted(
          (one, other) => compareCodes(one.name, other.name) || names.compare(one.value, other.value),
        )
        for (const [place, value] of sorted.entries()) value.place = place
      }
      return sorted
    },
  }
}
