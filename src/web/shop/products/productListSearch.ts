import type { Facets } from '#shared/catalogue/catalogue.ts'
import {
  type AttributeName,
  attributeNames,
  type ProductSort,
  productSorts,
} from '#shared/catalogue/listing.ts'

/**
 * A product list's address: brand, category, text, sort order and facets. `brands`, `categories`, `colors`, `sizes`,
 * `attribute01`… are lists (see {@link writeList}); `from` and `to` are in `currency`. `filters=1`: the
 * phone's facet sheet is open.
 */
export type ProductListSearch = {
  brandId?: string
  categoryId?: string
  text?: string
  sort?: ProductSort
  brands?: string
  categories?: string
  colors?: string
  sizes?: string
  inStock?: 1
  isNew?: 1
  onOffer?: 1
  from?: number
  to?: number
  currency?: string
  filters?: 1
} & { [Name in AttributeName]?: string }

/** Drops invalid values. */
export function readProductListSearch(search: Record<string, unknown>): ProductListSearch {
  const currency = /^[A-Z]{3}$/.exec(String(search.currency))?.[0]
  const [from, to] = currency ? [asPrice(search.from), asPrice(search.to)] : []
  const read = {
    brandId: asText(search.brandId),
    categoryId: asText(search.categoryId),
    text: asText(search.text)?.slice(0, 100),
    sort: productSorts.find((one) => one === search.sort),
    brands: asIds(search.brands),
    categories: asIds(search.categories),
    ...Object.fromEntries(attributeNames.map((name) => [name, asText(search[name])])),
    colors: asText(search.colors),
    sizes: asText(search.sizes),
    inStock: asFlag(search.inStock),
    isNew: asFlag(search.isNew),
    onOffer: asFlag(search.onOffer),
    from,
    to,
    currency: from === undefined && to === undefined ? undefined : currency,
    filters: asFlag(search.filters),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** Undefined if none is chosen. */
export function facetsOf(search: ProductListSearch): Facets | undefined {
  const attributes = Object.fromEntries(
    attributeNames.flatMap((name) => (search[name] ? [[name, readList(search[name]).slice(0, 100)]] : [])),
  )
  const facets: Facets = {
    ...(search.brands ? { brandIds: readList(search.brands).slice(0, 200) } : {}),
    ...(search.categories ? { categoryIds: readList(search.categories).slice(0, 200) } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(search.colors ? { colors: readList(search.colors).slice(0, 200) } : {}),
    ...(search.sizes ? { sizes: readList(search.sizes).slice(0, 100) } : {}),
    ...(search.inStock ? { inStock: true } : {}),
    ...(search.isNew ? { isNew: true } : {}),
    ...(search.onOffer ? { onOffer: true } : {}),
    ...(search.from === undefined ? {} : { priceFrom: search.from }),
    ...(search.to === undefined ? {} : { priceTo: search.to }),
    ...(search.currency ? { currencyCode: search.currency } : {}),
  }
  return Object.keys(facets).length > 0 ? facets : undefined
}

export function withFacets(search: ProductListSearch, facets: Facets): ProductListSearch {
  return readProductListSearch({
    ...search,
    brands: writeList(facets.brandIds),
    categories: writeList(facets.categoryIds),
    ...Object.fromEntries(attributeNames.map((name) => [name, writeList(facets.attributes?.[name])])),
    colors: writeList(facets.colors),
    sizes: writeList(facets.sizes),
    inStock: facets.inStock ? 1 : undefined,
    isNew: facets.isNew ? 1 : undefined,
    onOffer: facets.onOffer ? 1 : undefined,
    from: facets.priceFrom,
    to: facets.priceTo,
    currency: facets.currencyCode,
  })
}

/** Joins values with stars, which addresses show unescaped; escapes stars as %2A. */
function writeList(values: string[] | undefined): string | undefined {
  return values?.map((value) => value.replace(/[%*]/g, encodeStar)).join('*') || undefined
}

const encodeStar = (sign: string) => (sign === '*' ? '%2A' : '%25')
const readList = (text: string) =>
  text
    .split('*')
    .filter(Boolean)
    .map((value) => value.replaceAll('%2A', '*').replaceAll('%25', '%'))

/** The router parses '123' as a number. */
function asText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const asIds = (value: unknown) => writeList(readList(asText(value) ?? '').filter(isId))
const asFlag = (value: unknown) => (value === 1 || value === '1' || value === true ? 1 : undefined)

function asPrice(value: unknown): number | undefined {
  const price = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : -1
  return Number.isFinite(price) && price >= 0 ? price : undefined
}
