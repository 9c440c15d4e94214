import { noAccount } from '#server/customers/reach.ts'
import { bareText, escapeLike, folded, patternOf, type SearchWord, searchWords } from '#server/db/search.ts'
import { prepared, type Statement } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import type { Viewed } from '#server/users/session.ts'
import type { Facets } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { toTicks } from '#shared/numbers/money.ts'
import { looksLikeSize } from '#shared/text/nearWords.ts'
import { bareWord, typedWords } from '#shared/text/textMatch.ts'
import type { ListFilters } from './listInput.ts'
import { spellings } from './spellings.ts'
import { hasCode } from './variantCodes.ts'

/** Parameters of viewer statements: $2 price group, $3 order type, $4 account. */
export function viewerParameters(
  account: Viewed | undefined,
  tenant: { priceGroup: string },
  orderType: ListFilters['orderType'],
): Values {
  const values = collectValues()
  for (const value of [account?.priceGroup ?? tenant.priceGroup, orderType, account?.id ?? noAccount])
    values.add(value)
  return values
}

/** SQL of the brands and categories that the viewer sees and the list is narrowed to. */
export function shownGroups({ brandId, categoryId }: Narrowed): string {
  return `shown_brands as materialized (
      select b.id from brands b where b.tenant_id = $1 and b.is_active ${brandId ? `and b.id = ${brandId}::uuid` : ''}
        and not exists (
          select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4::uuid and x.brand_id = b.id)
    ), shown_categories as materialized (
      select c.id from categories c where c.tenant_id = $1 and c.is_active
        ${categoryId ? `and c.path @> array[${categoryId}::uuid]` : ''})`
}

/** SQL on `p`. `is true` keeps them hashed: a join would lose the order of a list. */
export const isShown = [
  '(p.brand_id in (select id from shown_brands)) is true',
  '(p.category_id in (select id from shown_categories)) is true',
]

/** Placeholders of the brand and category filtered by. */
export type Narrowed = { brandId: string | undefined; categoryId: string | undefined }

export function narrowedTo(input: ListFilters, values: Values): Narrowed {
  return {
    brandId: input.brandId && values.add(input.brandId),
    categoryId: input.categoryId && values.add(input.categoryId),
  }
}

/** Conditions on `products p` by codes and words. */
export function textConditions(input: ListFilters, values: Values): string[] {
  const words = searchWords(input.searchText ?? '')
  // Alone, a size would be looked for in each product.
  const conditions = words.map((word) => hasWord(word, values, words.length > 1))
  if (input.itemCode) conditions.push(`p.item_code = ${values.add(input.itemCode)}`)
  if (input.colorCode) conditions.push(`p.color_code = ${values.add(input.colorCode)}`)
  return conditions
}

function inCategories(ids: string): string {
  return `(p.category_id in (select s.id from categories s where s.tenant_id = $1 and s.path && ${ids})) is true`
}

/** SQL of an array of patterns of a word in names without joiners; its first letter may stand by itself. */
export function namePatterns(bare: string, values: Values): string {
  const [letter, ...rest] = bare
  const parted = `${escapeLike(`${letter} ${rest.join('')}`)}%`
  return `${values.add([patternOf(bare), parted, `% ${parted}`])}::text[]`
}

/** SQL conditions: the name of brand `b`, or one in the path of category `c`, has a pattern, in any language. */
export const brandHas = (
  patterns: string,
) => `(${bareText('b.search_text')} like any (${patterns}) or exists (
            select from translations t
            where t.tenant_id = $1 and t.kind = 'brand' and t.source = b.name
              and ${bareText('t.search_text')} like any (${patterns})))`
export const categoryHas = (
  patterns: string,
) => `(${bareText('c.search_text')} like any (${patterns}) or exists (
            select from categories a join translations t on t.tenant_id = $1 and t.kind = 'category' and t.source = a.name
            where a.tenant_id = $1 and a.id = any (c.path) and ${bareText('t.search_text')} like any (${patterns})))`

/** SQL conditions on `p`: its brand or category path has a word. */
export function groupsHave({ bare }: SearchWord, values: Values): string {
  const patterns = namePatterns(bare, values)
  return `p.brand_id in (select b.id from brands b where b.tenant_id = $1 and ${brandHas(patterns)})
          or p.category_id in (select c.id from categories c where c.tenant_id = $1 and ${categoryHas(patterns)})`
}

/** Matches texts of product, brand and category path in any language, codes of sizes, and beside other words sizes. */
function hasWord(word: SearchWord, values: Values, besidesOthers: boolean): string {
  const spelled = spellings(word, values)
  return `(p.search_text like any (${spelled}) or p.translated_text like any (${spelled})
          or ${groupsHave(word, values)}
          or ${hasCodeOf([word.typed], values)}${
            besidesOthers && looksLikeSize(word.typed)
              ? `\n          or ${hasSize([word.typed], values, false, folded)}`
              : ''
          })`
}

/** Codes with letters are printed in capitals. */
export function codesOf(words: string[], values: Values): string {
  return `${values.add([...new Set(words.flatMap((word) => [word, word.toUpperCase()]))])}::text[]`
}

function hasCodeOf(words: string[], values: Values): string {
  return `p.id in (
            select v.product_id from variants v
            where v.tenant_id = $1 and v.is_active and ${hasCode('v', codesOf(words, values))})`
}

/** Words as codes; a code may contain spaces. */
export const codesIn = (typed: string[]) => [...new Set([...typed, typed.join(' ')])]

/** Words as typed and as looked for. */
export const formsOf = (typed: string[]) => [...new Set([...typed, ...typed.map(bareWord).filter(Boolean)])]

/** SQL rank of `products p`: 0 exact code, 1 code prefix, 2 word prefix in the name, 3 other. */
export function matchRank(searchText: string | undefined, values: Values): string | undefined {
  const words = typedWords(searchText ?? '')
  if (words.length === 0) return undefined
  const codes = codesIn(words)
  const beginnings = values.add(codes.map((code) => `${escapeLike(code)}%`))
  const inName = values.add(formsOf(words).map((word) => `% ${escapeLike(word)}%`))
  return `case when p.code_key = any (${values.add(codes)}::text[]) or ${hasCodeOf(words, values)} then 0
               when p.search_text like any (${beginnings}::text[]) then 1
               when ' ' || split_part(p.search_text, e'\\n', 2) like any (${inName}::text[])
                 or ' ' || split_part(p.translated_text, e'\\n', 1) like any (${inName}::text[]) then 2 else 3 end`
}

/** Query of the ids of products of rank 0. */
export function exactMatches(searchText: string | undefined, values: Values): string {
  const words = typedWords(searchText ?? '')
  return `
        select id from products where tenant_id = $1 and code_key = any (${values.add(codesIn(words))}::text[])
        union
        select v.product_id from variants v
        where v.tenant_id = $1 and v.is_active and ${hasCode('v', codesOf(words, values))}`
}

export const facetNames = [
  'brand',
  'category',
  'color',
  'size',
  'inStock',
  'isNew',
  'onOffer',
  'price',
  ...attributeNames,
] as const
export type FacetName = (typeof facetNames)[number]

/** SQL on `p`, for the viewer. */
/** SQL on `p`. */
export const inStock = `($3 = 'Season' or not p.is_sold_out)`

/** SQL on `p`: it is in stock, or one of the chosen sizes is. */
export function sizeInStock(facets: Facets | undefined, values: Values): string {
  return facets?.sizes?.length ? hasSize(facets.sizes, values, true) : inStock
}

export const inStockOfVariant = `and ($3 = 'Season' or v.inventory > 0)`

/** SQL of the sizes of `v`, those within a lot too, which its description may have, as in shared/catalogue/lots.ts. */
export const sizesOfVariant = `case when v.lot_code = '' then array[v.size]
              when v.lot_sizes <> '[]' then array(select l.value->>'size' from jsonb_array_elements(v.lot_sizes) l)
              else array(
                select one from regexp_match(v.lot_description, '^\\s*(\\S+(?:\\s*/\\s*\\S+)*)\\s+(\\d{1,9}(?:\\s*-\\s*\\d{1,9})*)\\s*$') part
                cross join lateral (
                  select regexp_split_to_array(part[1], '\\s*/\\s*') as names,
                    array(select one::bigint from regexp_split_to_table(part[2], '\\s*-\\s*') one) as pieces) read
                cross join lateral unnest(read.names) one
                where cardinality(read.names) = cardinality(read.pieces)
                  and (select sum(count) from unnest(read.pieces) count) = v.pieces_per_lot) end`

const hasSize = (
  sizes: string[],
  values: Values,
  isInStock = false,
  fold = (text: string) => text,
) => `exists (
            select from variants v
            where v.tenant_id = $1 and v.product_id = p.id and v.is_active ${isInStock ? inStockOfVariant : ''}
              and exists (select from unnest(${sizesOfVariant}) one where ${fold('one')} = any (${values.add(sizes)}::text[])))`
export const lowestPrice = '(p.lowest_prices->>$2::text)::bigint'
export const lowestCurrency = '(p.lowest_currencies->>$2::text)'

/** SQL of a key in products.facet_keys, from SQL of the attribute's name and a value. */
export const facetKey = (name: string, value: string) =>
  `('x' || lpad(to_hex(right(${name}, 2)::integer), 2, '0') || left(md5(${value}), 14))::bit(64)::bigint`

/** `shown`: SQL of prices that are not the list's, in ticks. `newSince`: see {@link newSince}. */
export type FacetContext = { shown?: string | undefined; newSince: string | undefined }

/** SQL conditions on `p` of the facets chosen. */
export function facetConditions(
  facets: Facets | undefined,
  values: Values,
  { shown, newSince }: FacetContext,
): Map<FacetName, string> {
  const chosen = new Map<FacetName, string>()
  if (facets?.brandIds?.length)
    chosen.set('brand', `p.brand_id = any (${values.add(facets.brandIds)}::uuid[])`)
  if (facets?.categoryIds?.length)
    chosen.set('category', inCategories(`${values.add(facets.categoryIds)}::uuid[]`))
  for (const name of attributeNames) {
    const wanted = facets?.attributes?.[name]
    if (!wanted?.length) continue
    const keys = `select ${facetKey(`'${name}'`, 'value')} from unnest(${values.add(wanted)}::text[]) value`
    chosen.set(name, `p.facet_keys && array(${keys})`)
  }
  if (facets?.colors?.length)
    chosen.set('color', `p.color_description = any (${values.add(facets.colors)}::text[])`)
  if (facets?.sizes?.length) chosen.set('size', hasSize(facets.sizes, values, facets.inStock))
  if (facets?.inStock) chosen.set('inStock', inStock)
  if (facets?.isNew) chosen.set('isNew', isNew(newSince, values))
  if (facets?.onOffer) chosen.set('onOffer', onOffer(shown))
  const bounds = shown
    ? shownBounds(facets, values, shown)
    : priceBounds(facets, values, lowestPrice, lowestCurrency)
  if (bounds) chosen.set('price', bounds)
  return chosen
}

export const isNew = (since: string | undefined, values: Values) =>
  since === undefined ? 'false' : `p.id >= ${values.add(since)}::uuid`

export const onOffer = (shown: string | undefined) =>
  shown === undefined ? 'false' : `${shown} < ${lowestPrice} * 100`

/** A limit of a price in ticks; no more than can be counted. */
export const boundTicks = (price: number): number => Math.min(toTicks(price), Number.MAX_SAFE_INTEGER)

/** SQL condition on list prices, which are in whole minor units; empty without limits. */
export function priceBounds(
  facets: Facets | undefined,
  values: Values,
  amountMinor: string,
  currency: string,
): string {
  const { priceFrom, priceTo, currencyCode } = facets ?? {}
  const from = priceFrom === undefined ? undefined : Math.ceil(boundTicks(priceFrom) / 100)
  const to = priceTo === undefined ? undefined : Math.floor(boundTicks(priceTo) / 100)
  return within({ from, to, currencyCode }, values, amountMinor, currency)
}

/** As {@link priceBounds}, on prices in ticks. */
function shownBounds(facets: Facets | undefined, values: Values, ticks: string): string {
  const { priceFrom, priceTo, currencyCode } = facets ?? {}
  const from = priceFrom === undefined ? undefined : boundTicks(priceFrom)
  const to = priceTo === undefined ? undefined : boundTicks(priceTo)
  return within({ from, to, currencyCode }, values, ticks, lowestCurrency)
}

type Bounds = Record<'from' | 'to', number | undefined> & { currencyCode: string | undefined }

function within(
  { from, to, currencyCode }: Bounds,
  values: Values,
  amount: string,
  currency: string,
): string {
  const bounds: string[] = []
  if (from !== undefined) bounds.push(`${amount} >= ${values.add(from)}`)
  if (to !== undefined) bounds.push(`${amount} <= ${values.add(to)}`)
  if (bounds.length > 0) bounds.push(`${currency} = ${values.add(currencyCode)}`)
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
