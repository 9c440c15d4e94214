import { type VariantCodeField, variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import type { Language } from '#shared/tenancy.ts'
import { searchableText } from '#shared/text/textMatch.ts'
import { textsOf } from '../texts/texts.ts'
import type { Reader } from '../texts/translate.ts'
import { type CardStore, cardStore } from './cards.ts'
import { compareCodes, resorted } from './order.ts'
import type { Brand, Category, Product, Value, Variant } from './product.ts'
import type { Groups, News, Prices, ProductRecord, ReaderRecord, Start, VariantRecord } from './records.ts'
import { type WordIndex, wordIndex } from './words.ts'

export type Sort = 'itemCode' | 'newest' | 'name' | `name ${Language}`

/** A reader with the place of each product name in the reader's alphabet. */
export type CatalogueReader = Reader & { places: Map<string, number> }

const compareItems = (one: Product, other: Product) =>
  compareCodes(one.itemCode, other.itemCode) || compareCodes(one.colorCode, other.colorCode)

/**
 * A tenant's catalogue in memory, as of `version`. Reads are synchronous, and changes are applied at once, so a reader
 * sees one version.
 */
export type Catalogue = {
  version: number
  /** Raised by every change except to stock; what is derived from the catalogue is kept under it. */
  shape: number
  /** Raised when a product sells out or is back in stock. */
  stockShape: number
  brands: Map<string, Brand>
  categories: Map<string, Category>
  /** Active products by id, and by slot. */
  products: Map<string, Product>
  slots: (Product | undefined)[]
  /** Active variants by id, and by each kind of code. */
  variants: Map<string, Variant>
  codes: Map<VariantCodeField, Map<string, Variant>>
  /** The attributes' values in use, by name and value. */
  values: Map<string, Value>
  words: WordIndex
  cards: CardStore
  /** The reader in a language other than the main one. */
  reader(language: Language): CatalogueReader | undefined
  /** False if the translations changed since the record was read. */
  setReader(language: Language, record: ReaderRecord): boolean
  /** Compares names of products and values of attributes. */
  compareNames(one: string, other: string): number
  /** Whether {@link setNames} must come first. */
  hasNewNames(records: ProductRecord[]): boolean
  /** All names in their order. */
  setNames(names: string[]): void
  comparison(sort: Sort): (one: Product, other: Product) => number
  /** All products, sorted. */
  sorted(sort: Sort): Product[]
  /** Values in the order of facets. */
  sortedValues(): Value[]
  add(records: ProductRecord[]): void
  /** Brings it to the version of `news`; false if they do not tell what changed. */
  apply(news: News): boolean
}

export function catalogueOf({ version, groups, variants: variantCount }: Start): Catalogue {
  const slots: (Product | undefined)[] = []
  const freeSlots: number[] = []
  const orders = new Map<Sort, Product[]>()
  /** Products changed since the orders were made. */
  let gone = new Set<Product>()
  let added: Product[] = []
  let values: Value[] | undefined
  let places = new Map<string, number>()
  const placeOf = (name: string) => places.get(name) ?? Number.MAX_SAFE_INTEGER
  const readers = new Map<Language, CatalogueReader>()
  /** The version that last changed translations. */
  let textsVersion = version
  const byPlace =
    (place: (name: string) => number) =>
    (one: Product, other: Product): number =>
      place(one.itemDescription) - place(other.itemDescription) || compareItems(one, other)
  const comparison: Catalogue['comparison'] = (sort) => {
    if (sort === 'itemCode') return compareItems
    if (sort === 'newest') return (one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
    const reader = readers.get(sort.slice('name '.length) as Language)
    return byPlace(reader ? (name) => reader.places.get(name) ?? Number.MAX_SAFE_INTEGER : placeOf)
  }
  const dropReaders = () => {
    for (const language of readers.keys()) orders.delete(`name ${language}`)
    readers.clear()
  }
  /** One copy of each text that many products share. */
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }

  const valueOf = (name: string, value: string): Value => {
    const key = `${name} ${value}`
    let known = catalogue.values.get(key)
    if (!known) {
      known = { name, value, products: 0, place: 0 }
      catalogue.values.set(key, known)
      values = undefined
    }
    return known
  }

  const remove = (id: string) => {
    const product = catalogue.products.get(id)
    if (!product) return
    catalogue.products.delete(id)
    catalogue.slots[product.slot] = undefined
    freeSlots.push(product.slot)
    catalogue.cards.drop(product.slot)
    catalogue.words.remove(product.slot, wordsOf(product))
    for (const variant of product.variants) {
      catalogue.variants.delete(variant.id)
      for (const [field, known] of catalogue.codes) {
        const code = variant[field]
        if (code && known.get(code) === variant) known.delete(code)
      }
    }
    for (const value of product.values) {
      value.products -= 1
      if (value.products > 0) continue
      catalogue.values.delete(`${value.name} ${value.value}`)
      values = undefined
    }
    product.brand.products -= 1
    product.category.products -= 1
    gone.add(product)
  }

  const insert = (record: ProductRecord) => {
    const [id, itemCode, itemDescription, colorCode, colorDescription, brandId, categoryId] = record
    const [, , , , , , , attributes, updatedDate, searchText, translatedText, images, variants, ownTexts] =
      record
    const brand = catalogue.brands.get(brandId)
    const category = catalogue.categories.get(categoryId)
    if (!brand || !category) throw new Error(`Product ${id} has an unknown brand or category`)
    const slot = freeSlots.pop() ?? catalogue.slots.length
    const product: Product = {
      id,
      slot,
      itemCode,
      itemDescription: shared(itemDescription),
      colorCode: shared(colorCode),
      colorDescription: shared(colorDescription),
      brand,
      category,
      values: Object.keys(attributes)
        .toSorted()
        .flatMap((name) => (attributes[name] === null ? [] : [valueOf(name, attributes[name] ?? '')])),
      updatedDate,
      searchText,
      translatedText: shared(translatedText),
      images: images ?? [],
      texts: ownTexts.map(shared),
      variants: [],
      variantsInStock: 0,
      lowest: {},
    }
    for (const value of product.values) value.products += 1
    brand.products += 1
    category.products += 1
    let previous: VariantRecord | undefined
    for (const one of variants ?? []) {
      // Sizes of a product mostly have the same prices and lots.
      if (previous && JSON.stringify(previous[10]) === JSON.stringify(one[10])) one[10] = previous[10]
      previous = one
      const variant = variantOf(product, one, shared)
      product.variants.push(variant)
      catalogue.variants.set(variant.id, variant)
      for (const [field, known] of catalogue.codes) {
        const code = variant[field]
        if (code) known.set(code, variant)
      }
    }
    product.variantsInStock = product.variants.filter(({ inventory }) => inventory > 0).length
    product.lowest = lowestOf(product.variants)
    catalogue.products.set(id, product)
    catalogue.slots[slot] = product
    catalogue.words.add(slot, wordsOf(product))
    added.push(product)
  }

  const setGroups = ({ brands, categories }: Groups) => {
    const isRenamed =
      brands.some(({ id, name }) => catalogue.brands.get(id)?.name !== name) ||
      categories.some(({ id, name }) => catalogue.categories.get(id)?.name !== name)
    if (isRenamed) catalogue.cards.clear()
    catalogue.brands = renewed(catalogue.brands, brands.map(asSearched), { products: 0 })
    catalogue.categories = renewed(catalogue.categories, categories.map(asSearched), {
      products: 0,
      ancestors: [],
    })
    for (const category of catalogue.categories.values()) {
      category.ancestors = category.path.flatMap((id) => catalogue.categories.get(id) ?? [])
    }
  }

  const catalogue: Catalogue = {
    version,
    shape: 1,
    stockShape: 1,
    brands: new Map(),
    categories: new Map(),
    products: new Map(),
    slots,
    variants: new Map(),
    codes: new Map(variantCodeFields.map((field) => [field, new Map<string, Variant>()])),
    values: new Map(),
    words: wordIndex(),
    cards: cardStore(slots, minCardBytes + variantCount * cardBytesPerVariant),
    reader: (language) => readers.get(language),
    setReader: (language, { version: readAt, texts: rows, places: names }) => {
      if (readAt < textsVersion) return false
      const read = textsOf(rows.map(([kind, source, text]) => ({ kind, source, text })))
      readers.set(language, { language, texts: read, places: new Map(names) })
      return true
    },
    comparison,
    compareNames: (one, other) => placeOf(one) - placeOf(other) || compareCodes(one, other),
    hasNewNames: (records) =>
      records.some(
        ([, , name, , , , , attributes]) =>
          !places.has(name) || Object.values(attributes).some((value) => value && !places.has(value)),
      ),
    setNames: (names) => {
      places = new Map(names.map((name, place) => [shared(name), place]))
      dropReaders()
    },
    sorted: (sort) => {
      if (gone.size > 0 || added.length > 0) {
        const isGone = (product: Product) => gone.has(product)
        const remaining = added.filter((product) => !gone.has(product))
        for (const [key, order] of orders)
          orders.set(key, resorted(order, isGone, remaining, comparison(key)))
        gone = new Set()
        added = []
      }
      let order = orders.get(sort)
      if (!order) {
        order = [...catalogue.products.values()].toSorted(comparison(sort))
        orders.set(sort, order)
      }
      return order
    },
    sortedValues: () => {
      if (!values) {
        values = [...catalogue.values.values()].toSorted(
          (one, other) =>
            compareCodes(one.name, other.name) || catalogue.compareNames(one.value, other.value),
        )
        for (const [place, value] of values.entries()) value.place = place
      }
      return values
    },
    add: (records) => {
      for (const record of records) insert(record)
    },
    apply: (news) => {
      if (!news.products) return false
      // Records have the newest stock.
      for (const [id, inventory] of news.stock) setStock(id, inventory)
      if (news.textsChanged) {
        textsVersion = news.version
        dropReaders()
      }
      if (news.groups) {
        catalogue.shape += 1
        setGroups(news.groups)
        // A colour may have taken the codes of another one.
        for (const id of news.products) remove(id)
        for (const record of news.records) insert(record)
      }
      catalogue.version = news.version
      return true
    },
  }

  const setStock = (id: string, inventory: number) => {
    const variant = catalogue.variants.get(id)
    if (!variant || variant.inventory === inventory) return
    const { product } = variant
    const turn = Number(inventory > 0) - Number(variant.inventory > 0)
    variant.inventory = inventory
    catalogue.cards.drop(product.slot)
    product.variantsInStock += turn
    if (turn !== 0) catalogue.stockShape += 1
  }

  setGroups(groups)
  return catalogue
}

/** Limit for the cards of all views: a size takes about 300 bytes in one view. */
const cardBytesPerVariant = 600
const minCardBytes = 8_000_000

const wordsOf = ({ searchText, translatedText }: Product) =>
  searchableText(`${searchText}\n${translatedText}`)

const asSearched = <Row extends { searchText: string }>(row: Row): Row => ({
  ...row,
  searchText: searchableText(row.searchText),
})

function variantOf(product: Product, record: VariantRecord, shared: (text: string) => string): Variant {
  const [id, size, lotCode, lotDescription, piecesPerLot, lotSizes, sortOrder, minQty, barcode] = record
  const [, , , , , , , , , inventory, prices, externalCode] = record
  return {
    id,
    product,
    size: shared(size),
    lotCode: shared(lotCode),
    lotDescription: shared(lotDescription),
    piecesPerLot,
    lotSizes: lotSizes.length > 0 ? shared(JSON.stringify(lotSizes)) : '',
    sortOrder,
    minQty,
    barcode,
    externalCode,
    inventory,
    prices: prices ?? noPrices,
  }
}

const noPrices: Prices = {}

function lowestOf(variants: Variant[]): Prices {
  const [first] = variants
  if (!first) return noPrices
  if (variants.every(({ prices }) => prices === first.prices)) return first.prices
  const lowest: Prices = {}
  for (const { prices } of variants) {
    for (const [group, price] of Object.entries(prices)) {
      const known = lowest[group]
      if (!known || price[0] < known[0] || (price[0] === known[0] && price[1] < known[1]))
        lowest[group] = price
    }
  }
  return lowest
}

/** Keeps the known objects, which products point to, in the order of `records`. */
function renewed<Row extends { id: string }, Kept extends Row>(
  known: Map<string, Kept>,
  records: Row[],
  initial: Omit<Kept, keyof Row>,
): Map<string, Kept> {
  return new Map(
    records.map((record) => [
      record.id,
      Object.assign(known.get(record.id) ?? ({ ...initial } as Kept), record),
    ]),
  )
}
