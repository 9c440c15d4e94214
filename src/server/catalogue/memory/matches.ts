import { type SearchWord, searchWords } from '#server/db/search.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { looksLikeSize } from '#shared/text/nearWords.ts'
import { fold } from '#shared/text/text.ts'
import { typedWords } from '#shared/text/textMatch.ts'
import type { ListFilters, ListSort } from '../listInput.ts'
import { boundTicks, codesIn, type FacetName, formsOf } from '../productFilters.ts'
import type { View } from './cards.ts'
import type { Catalogue } from './catalogue.ts'
import { compareCodes } from './order.ts'
import type { Brand, Category, Product, Variant } from './product.ts'
import { type Buyer, type ShownPrice, shownPrices } from './shownPrices.ts'
import type { Sort } from './sorted.ts'

/** Whoever reads: decides prices and brands. */
export type Viewer = View &
  Buyer & {
    /** The tenant's; lists put prices in it first. */
    tenantCurrency: string
    /** The account's, or else the tenant's. */
    ownCurrency: string
    excludedBrandIds: readonly string[]
    /** The lowest id of a new product; undefined: none is. */
    newSince: string | undefined
  }

/** More words than this are left to SQL. */
export const maxWords = 31

/** The products of a list without its facets, in order. */
export function narrowed(catalogue: Catalogue, viewer: Viewer, input: ListFilters, sort: Sort): Product[] {
  const { brandId, categoryId, itemCode, colorCode, searchText } = input
  const { has, few } = wordsMatcher(catalogue, searchText ? searchWords(searchText) : [])
  const { excludedBrandIds } = viewer
  const order = few ? few.toSorted(catalogue.comparison(sort)) : catalogue.sorted(sort)
  return order.filter(
    (product) =>
      product.brand.isActive &&
      product.category.isActive &&
      (!brandId || product.brand.id === brandId) &&
      (!categoryId || product.category.path.includes(categoryId)) &&
      (!itemCode || product.itemCode === itemCode) &&
      (!colorCode || product.colorCode === colorCode) &&
      !excludedBrandIds.includes(product.brand.id) &&
      has(product),
  )
}

/** Fewer products than one in this many are put into order; more are picked out of all, which are in order already. */
const fewAmong = 30

type WordsMatcher = {
  has: (product: Product) => boolean
  /** All that it has, if these are few. */
  few?: Product[]
}

/** Each word occurs in the product's text, its brand or category path, or is a size's code. */
function wordsMatcher(catalogue: Catalogue, words: SearchWord[]): WordsMatcher {
  if (words.length === 0) return { has: () => true }
  const { slots } = catalogue
  const marks = new Uint32Array(slots.length)
  const brandMarks = new Map<Brand, number>()
  const categoryMarks = new Map<Category, number>()
  for (const [index, { typed, bare }] of words.entries()) {
    const bit = 1 << index
    catalogue.words.mark(bare, marks, bit)
    for (const { product } of withCode(catalogue, typed))
      marks[product.slot] = (marks[product.slot] ?? 0) | bit
    if (words.length > 1 && looksLikeSize(typed))
      for (const product of catalogue.products.values())
        if (product.sizes.some((size) => fold(size) === typed))
          marks[product.slot] = (marks[product.slot] ?? 0) | bit
    for (const brand of catalogue.brands.values())
      if (brand.searchText.includes(bare)) brandMarks.set(brand, (brandMarks.get(brand) ?? 0) | bit)
    for (const category of catalogue.categories.values())
      if (category.searchText.includes(bare))
        categoryMarks.set(category, (categoryMarks.get(category) ?? 0) | bit)
  }
  const all = 2 ** words.length - 1
  if (brandMarks.size > 0 || categoryMarks.size > 0)
    return {
      has: ({ slot, brand, category }) =>
        ((marks[slot] ?? 0) | (brandMarks.get(brand) ?? 0) | (categoryMarks.get(category) ?? 0)) === all,
    }
  const found: Product[] = []
  for (let slot = 0; slot < marks.length && found.length * fewAmong <= slots.length; slot += 1) {
    const product = marks[slot] === all ? slots[slot] : undefined
    if (product) found.push(product)
  }
  const isFew = found.length * fewAmong <= slots.length
  return { has: ({ slot }) => marks[slot] === all, ...(isFew ? { few: found } : {}) }
}

/** Codes with letters are printed in capitals. */
function withCode({ codes }: Catalogue, word: string) {
  const spelled = [...new Set([word, word.toUpperCase()])]
  return [...codes.values()].flatMap((known) => spelled.flatMap((code) => known.get(code) ?? []))
}

/** 0 exact code, 1 beginning of the code, 2 beginning of a word of the name, 3 other. */
function rankOf(catalogue: Catalogue, words: string[]): (product: Product) => number {
  const codes = codesIn(words)
  const forms = formsOf(words)
  const exact = new Set(words.flatMap((word) => withCode(catalogue, word)).map(({ product }) => product))
  return (product) => {
    const text = product.searchText
    const begins = codes.some((code) => text.startsWith(code))
    if (exact.has(product) || (begins && codes.some((code) => text.startsWith(`${code}\n`)))) return 0
    if (begins) return 1
    const codeEnd = text.indexOf('\n')
    const nameEnd = text.indexOf('\n', codeEnd + 1)
    const { translatedText } = product
    const translationsEnd = `${translatedText}\n`.indexOf('\n')
    return forms.some(
      (word) =>
        beginsWord(text, word, codeEnd + 1, nameEnd) || beginsWord(translatedText, word, 0, translationsEnd),
    )
      ? 2
      : 3
  }
}

/** Whether a word of `text` between two places begins with `word`. */
function beginsWord(text: string, word: string, from: number, to: number): boolean {
  for (let at = text.indexOf(word, from); at >= 0 && at < to; at = text.indexOf(word, at + 1)) {
    if (at + word.length <= to && (at === from || text[at - 1] === ' ')) return true
  }
  return false
}

/** The facets that a list is filtered by, each as a condition. */
export function facetTests(catalogue: Catalogue, viewer: Viewer, facets: ListFilters['facets']) {
  const chosen = new Map<FacetName, (product: Product) => boolean>()
  if (!facets) return chosen
  const { brandIds, categoryIds, attributes, colors, sizes, priceFrom, priceTo, currencyCode } = facets
  if (brandIds?.length) {
    const ids = new Set(brandIds)
    chosen.set('brand', ({ brand }) => ids.has(brand.id))
  }
  if (categoryIds?.length) {
    const ids = new Set(categoryIds)
    chosen.set('category', ({ category }) => category.path.some((id) => ids.has(id)))
  }
  for (const name of attributeNames) {
    const wanted = attributes?.[name]
    if (!wanted?.length) continue
    const texts = new Set(wanted)
    chosen.set(name, ({ values }) => values.some((one) => one.name === name && texts.has(one.value)))
  }
  if (colors?.length) {
    const names = new Set(colors)
    chosen.set('color', ({ colorDescription }) => names.has(colorDescription))
  }
  if (sizes?.length) {
    const wanted = new Set(sizes)
    const hasSize: Test = (product) => product.sizes.some((size) => wanted.has(size))
    chosen.set('size', facets.inStock ? isSizeInStock(viewer, facets) : hasSize)
  }
  if (facets.inStock) chosen.set('inStock', isSizeInStock(viewer, undefined))
  if (facets.isNew) chosen.set('isNew', isNew(viewer))
  if (facets.onOffer) chosen.set('onOffer', isOnOffer(catalogue, viewer))
  if (priceFrom !== undefined || priceTo !== undefined) {
    const priceOf = shownPrices(catalogue, viewer)
    const from = priceFrom === undefined ? Number.NEGATIVE_INFINITY : boundTicks(priceFrom)
    const to = priceTo === undefined ? Number.POSITIVE_INFINITY : boundTicks(priceTo)
    chosen.set('price', (product) => {
      const price = priceOf(product)
      const isIn = product.lowest[viewer.priceGroup]?.[1] === currencyCode
      return isIn && price !== undefined && price >= from && price <= to
    })
  }
  return chosen
}

type Test = (product: Product) => boolean

/** A product is in stock, or one of the chosen sizes is. */
export function isSizeInStock({ orderType }: View, facets: ListFilters['facets']): Test {
  const isLeft = ({ inventory }: Variant) => orderType === 'Season' || inventory > 0
  const sizes = new Set(facets?.sizes)
  if (sizes.size === 0) return ({ variantsInStock }) => orderType === 'Season' || variantsInStock > 0
  return ({ variants }) => variants.some((one) => isLeft(one) && one.sizes.some((size) => sizes.has(size)))
}

export const isNew =
  ({ newSince }: Viewer): Test =>
  ({ id }) =>
    newSince !== undefined && id >= newSince

/** Shown below its list price. */
export function isOnOffer(catalogue: Catalogue, viewer: Viewer): Test {
  const priceOf = shownPrices(catalogue, viewer)
  return (product) => {
    const [listMinor] = product.lowest[viewer.priceGroup] ?? []
    return listMinor !== undefined && (priceOf(product) ?? 0) < listMinor * 100
  }
}

function orderOf(sort: ListSort, { reader }: View): Sort {
  if (sort === 'name') return reader ? `name ${reader.language}` : 'name'
  return sort === 'newest' ? sort : 'itemCode'
}

/** All products of a list, in its order. */
export function matchesOf(
  catalogue: Catalogue,
  viewer: Viewer,
  input: ListFilters & { sort: ListSort },
): Product[] {
  const tests = [...facetTests(catalogue, viewer, input.facets).values()]
  const { sort } = input
  const order = narrowed(catalogue, viewer, input, orderOf(sort, viewer))
  const found = tests.length > 0 ? order.filter((product) => tests.every((test) => test(product))) : order
  if (sort === 'priceAsc' || sort === 'priceDesc')
    return byPrice(found, viewer, sort, shownPrices(catalogue, viewer))
  const words = sort === 'match' ? typedWords(input.searchText ?? '') : []
  return words.length > 0 ? byRank(found, rankOf(catalogue, words)) : found
}

/** Keeps the order within a rank. */
function byRank(found: Product[], rank: (product: Product) => number): Product[] {
  const ranks: Product[][] = [[], [], [], []]
  for (const product of found) ranks[rank(product)]?.push(product)
  return ranks.flat()
}

/** Within a currency, the tenant's first; unpriced products last. */
function byPrice(
  found: Product[],
  viewer: Viewer,
  sort: 'priceAsc' | 'priceDesc',
  priceOf: ShownPrice,
): Product[] {
  const turn = sort === 'priceAsc' ? 1 : -1
  const placeOf = ({ lowest }: Product) => {
    const currency = lowest[viewer.priceGroup]?.[1] ?? ''
    return currency === viewer.tenantCurrency ? '' : currency
  }
  const isPriced = ({ lowest }: Product) => lowest[viewer.priceGroup] !== undefined
  const priced = found.filter(isPriced)
  const sorted = priced.toSorted(
    (one, other) =>
      compareCodes(placeOf(one), placeOf(other)) || turn * ((priceOf(one) ?? 0) - (priceOf(other) ?? 0)),
  )
  return priced.length === found.length
    ? sorted
    : [...sorted, ...found.filter((product) => !isPriced(product))]
}
