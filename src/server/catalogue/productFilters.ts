import { escapeLike, searchWords } from '#server/db/search.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import type { Viewed } from '#server/users/session.ts'
import type { Facets } from '#shared/catalogue.ts'
import { type AttributeName, attributeNames } from '#shared/listing.ts'
import type { ListFilters } from './listInput.ts'

/** Parameters of viewer statements: $2 price group, $3 order type, $4 account. */
export function viewerParameters(
  account: Viewed | undefined,
  tenant: { priceGroup: string },
  orderType: ListFilters['orderType'],
): Values {
  const values = collectValues()
  for (const value of [account?.priceGroup ?? tenant.priceGroup, orderType, account?.id ?? null])
    values.add(value)
  return values
}

/** SQL on `products p`. */
const visible = [
  'p.tenant_id = $1 and p.is_active',
  'exists (select from brands b where b.tenant_id = $1 and b.id = p.brand_id and b.is_active)',
  'exists (select from categories c where c.tenant_id = $1 and c.id = p.category_id and c.is_active)',
  `($4::uuid is null or not exists (
          select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4 and x.brand_id = p.brand_id))`,
]

/** With the placeholders of the brand and category filtered by. */
export type FilterConditions = {
  conditions: string[]
  brandId: string | undefined
  categoryId: string | undefined
}

/** Conditions on `products p` for all filters but facets. */
export function filterConditions(input: ListFilters, values: Values): FilterConditions {
  const conditions = [...visible]
  const brandId = input.brandId && values.add(input.brandId)
  const categoryId = input.categoryId && values.add(input.categoryId)
  if (brandId) conditions.push(`p.brand_id = ${brandId}`)
  if (categoryId) conditions.push(inCategories(`array[${categoryId}::uuid]`))
  if (input.itemCode) conditions.push(`p.item_code = ${values.add(input.itemCode)}`)
  if (input.colorCode) conditions.push(`p.color_code = ${values.add(input.colorCode)}`)
  for (const word of searchWords(input.searchText ?? '')) conditions.push(hasWord(word, values))
  return { conditions, brandId, categoryId }
}

function inCategories(ids: string): string {
  return `p.category_id in (select s.id from categories s where s.tenant_id = $1 and s.path && ${ids})`
}

/** Matches texts of product, brand and category path, and barcodes. */
function hasWord(word: string, values: Values): string {
  const pattern = values.add(`%${escapeLike(word)}%`)
  return `(p.search_text like ${pattern}
          or p.brand_id in (select b.id from brands b where b.tenant_id = $1 and b.search_text like ${pattern})
          or p.category_id in (select c.id from categories c where c.tenant_id = $1 and c.search_text like ${pattern})
          or ${hasBarcode([word], values)})`
}

/** Barcodes with letters are printed in capitals. */
function hasBarcode(words: string[], values: Values): string {
  const barcodes = values.add([...new Set(words.flatMap((word) => [word, word.toUpperCase()]))])
  return `p.id in (
            select v.product_id from variants v
            where v.tenant_id = $1 and v.is_active and v.barcode = any (${barcodes}::text[]))`
}

/** SQL rank of `products p`: 0 exact code or barcode, 1 code prefix, 2 word prefix in the name, 3 other. */
export function matchRank(searchText: string | undefined, values: Values): string | undefined {
  const words = searchWords(searchText ?? '')
  if (words.length === 0) return undefined
  // A code may contain spaces.
  const codes = [...new Set([...words, words.join(' ')])]
  const beginnings = values.add(codes.map((code) => `${escapeLike(code)}%`))
  const inName = values.add(words.map((word) => `% ${escapeLike(word)}%`))
  return `case when p.code_key = any (${values.add(codes)}::text[]) or ${hasBarcode(words, values)} then 0
               when p.search_text like any (${beginnings}::text[]) then 1
               when ' ' || split_part(p.search_text, e'\\n', 2) like any (${inName}::text[]) then 2 else 3 end`
}

export type FacetName = 'brand' | 'category' | 'inStock' | 'price' | AttributeName

/** SQL on `products p`, for the viewer. */
export const inStock = `($3 = 'Season' or p.variants_in_stock > 0)`
export const lowestPrice = '(p.lowest_prices->>$2::text)::bigint'
export const lowestCurrency = 'p.lowest_currencies->>$2::text'

export function facetConditions(facets: Facets | undefined, values: Values): Map<FacetName, string> {
  const chosen = new Map<FacetName, string>()
  if (facets?.brandIds?.length)
    chosen.set('brand', `p.brand_id = any (${values.add(facets.brandIds)}::uuid[])`)
  if (facets?.categoryIds?.length)
    chosen.set('category', inCategories(`${values.add(facets.categoryIds)}::uuid[]`))
  for (const name of attributeNames) {
    const wanted = facets?.attributes?.[name]
    if (wanted?.length) chosen.set(name, `p.attributes->>'${name}' = any (${values.add(wanted)}::text[])`)
  }
  if (facets?.inStock) chosen.set('inStock', inStock)
  const bounds = priceBounds(facets, values)
  if (bounds) chosen.set('price', bounds)
  return chosen
}

function priceBounds(facets: Facets | undefined, values: Values): string {
  const minor = (price: number) => Math.min(Math.round(price * 100), Number.MAX_SAFE_INTEGER)
  const bounds: string[] = []
  if (facets?.priceFrom !== undefined) bounds.push(`${lowestPrice} >= ${values.add(minor(facets.priceFrom))}`)
  if (facets?.priceTo !== undefined) bounds.push(`${lowestPrice} <= ${values.add(minor(facets.priceTo))}`)
  if (bounds.length > 0) bounds.push(`${lowestCurrency} = ${values.add(facets?.currencyCode)}`)
  return bounds.join(' and ')
}

const statementsByText = new Map<string, Statement>()
/** Connections cache a plan per named statement. */
const maxNamedStatements = 60

/** Names each statement text, so that common shapes are planned once. */
export function namedStatement(text: string): Statement {
  const existing = statementsByText.get(text)
  if (existing) return existing
  if (statementsByText.size >= maxNamedStatements) return { text }
  const statement = prepared(text)
  statementsByText.set(text, statement)
  return statement
}
