import { type VariantCodeField, variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import { searchableText } from '#shared/text/textMatch.ts'
import { type CardStore, cardStore } from './cards.ts'
import { type Brand, type Category, type Product, productOf, type Value, type Variant } from './product.ts'
import type { Groups, News, ProductRecord, Start } from './records.ts'
import { keepNames, keepSorted, keepValues, type Names, type Sort } from './sorted.ts'
import { type WordIndex, wordIndex } from './words.ts'

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
  words: WordIndex
  cards: CardStore
  names: Names
  comparison(sort: Sort): (one: Product, other: Product) => number
  /** All products, sorted. */
  sorted(sort: Sort): Product[]
  /** The attributes' values in use, in the order of facets. */
  sortedValues(): Value[]
  add(records: ProductRecord[]): void
  /** Brings it to the version of `news`; false if they do not tell what changed. */
  apply(news: News): boolean
}

export function catalogueOf({ version, groups, variants: variantCount }: Start): Catalogue {
  const slots: (Product | undefined)[] = []
  const freeSlots: number[] = []
  /** One copy of each text that many products share. */
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  const names = keepNames(version, shared, () => sorted.dropTranslated())
  const products = new Map<string, Product>()
  const sorted = keepSorted(products, names)
  const values = keepValues(names)

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
    values.release(product.values)
    product.brand.products -= 1
    product.category.products -= 1
    sorted.remove(product)
  }

  const insert = (record: ProductRecord) => {
    const [id, , , , , brandId, categoryId, attributes] = record
    const brand = catalogue.brands.get(brandId)
    const category = catalogue.categories.get(categoryId)
    if (!brand || !category) throw new Error(`Product ${id} has an unknown brand or category`)
    const slot = freeSlots.pop() ?? catalogue.slots.length
    const product = productOf(record, { slot, brand, category, values: values.take(attributes) }, shared)
    brand.products += 1
    category.products += 1
    for (const variant of product.variants) {
      catalogue.variants.set(variant.id, variant)
      for (const [field, known] of catalogue.codes) {
        const code = variant[field]
        if (code) known.set(code, variant)
      }
    }
    catalogue.products.set(id, product)
    catalogue.slots[slot] = product
    catalogue.words.add(slot, wordsOf(product))
    sorted.add(product)
  }

  const catalogue: Catalogue = {
    version,
    shape: 1,
    stockShape: 1,
    brands: new Map(),
    categories: new Map(),
    products,
    slots,
    variants: new Map(),
    codes: new Map(variantCodeFields.map((field) => [field, new Map<string, Variant>()])),
    words: wordIndex(),
    cards: cardStore(slots, minCardBytes + variantCount * cardBytesPerVariant),
    names,
    comparison: sorted.comparison,
    sorted: sorted.by,
    sortedValues: values.sorted,
    add: (records) => {
      for (const record of records) insert(record)
    },
    apply: (news) => {
      if (!news.products) return false
      // Records have the newest stock.
      for (const [id, inventory] of news.stock) setStock(catalogue, id, inventory)
      if (news.textsChanged) names.changeTexts(news.version)
      if (news.groups) {
        catalogue.shape += 1
        setGroups(catalogue, news.groups)
        // A colour may have taken the codes of another one.
        for (const id of news.products) remove(id)
        for (const record of news.records) insert(record)
      }
      catalogue.version = news.version
      return true
    },
  }

  setGroups(catalogue, groups)
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

function setGroups(catalogue: Catalogue, { brands, categories }: Groups): void {
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

function setStock(catalogue: Catalogue, id: string, inventory: number): void {
  const variant = catalogue.variants.get(id)
  if (!variant || variant.inventory === inventory) return
  const { product } = variant
  const turn = Number(inventory > 0) - Number(variant.inventory > 0)
  variant.inventory = inventory
  catalogue.cards.drop(product.slot)
  product.variantsInStock += turn
  if (turn !== 0) catalogue.stockShape += 1
}
