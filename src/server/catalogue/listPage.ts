import type { Statement } from '#server/db/statement.ts'
import type { Values } from '#server/db/values.ts'
import type { Language } from '#shared/tenancy.ts'
import { codeOrder, entriesOf, figuresOf, maxCounted, type Source, sourceOfList } from './listEntries.ts'
import type { ListInput, ListSort } from './listInput.ts'
import {
  exactMatches,
  type FacetName,
  facetConditions,
  inStock,
  isShown,
  lowestCurrency,
  lowestPrice,
  matchRank,
  type Narrowed,
  namedStatement,
  narrowedTo,
  priceBounds,
  shownGroups,
  textConditions,
} from './productFilters.ts'
import { productJson } from './productJson.ts'
import { type ShownPrices, shownPrice } from './readShownPrices.ts'
import { withoutPriceBounds } from './shownPrices.ts'

type SortKey = { key: string; direction: 'asc' | 'desc' }

/** SQL parts of a page of products. */
type Page = {
  input: ListInput
  values: Values
  sort: ListSort
  keys: SortKey[]
  narrowed: Narrowed
  facets: Map<FacetName, string>
  /** Conditions by words and codes. */
  texts: string[]
  /** The tenant's currency. */
  currencyCode: string
  /** Whether an index has the names in the reader's order. */
  isInNameIndex: boolean
  /** SQL: the shown prices where they differ from list prices, in ticks. */
  shown: string | undefined
  /** Placeholders. */
  limit: string
  offset: string
}

/** `language`: the reader's; the rest is the tenant's. `newSince`: the lowest id of a new product. */
type ForReader = {
  currencyCode: string
  mainLanguage: Language
  language: Language
  newSince: string | undefined
}

/**
 * A page of products, with texts in the main language; names are sorted as the reader reads them. `prices`:
 * given where the list depends on prices that are not list prices.
 */
export function listStatement(
  input: ListInput,
  reader: ForReader,
  prices: ShownPrices | undefined,
  values: Values,
): Statement {
  const { currencyCode } = reader
  const shown = prices && shownPrice(prices, values)
  const rank = input.sort === 'match' ? matchRank(input.searchText, values) : undefined
  const sort = input.sort === 'match' && !rank ? 'itemCode' : input.sort
  const page: Page = {
    input,
    values,
    sort,
    keys: rank ? [{ key: rank, direction: 'asc' }] : sortKeysOf(sort, reader, shown, values),
    narrowed: narrowedTo(input, values),
    facets: facetConditions(input.facets, values, { shown, newSince: reader.newSince }),
    shown,
    texts: textConditions(input, values),
    currencyCode,
    isInNameIndex: nameKey(reader) === indexedNames,
    limit: values.add(input.limit),
    offset: values.add((input.page - 1) * input.limit),
  }
  const { narrowed, offset, limit } = page
  const { brandId, categoryId } = narrowed
  return namedStatement(`
    with recursive ${shownGroups(narrowed)}, ${entriesOf(sourceOf(page))}, found as materialized (
      select p.id, p.item_code, p.color_code${sort === 'name' ? '' : columnsOf(page)}
      from entries p where ${conditionsOf(page).join(' and ')}
    )${shownOf(page)}${itemsOf(page)}, brand as (select name from brands where tenant_id = $1 and id = ${brandId ?? 'null'}::uuid
    ), category as (select name from categories where tenant_id = $1 and id = ${categoryId ?? 'null'}::uuid
    ), total as (
      select is_exact, case when is_complete then f.count when is_exact then ${offset} + s.count
                       else greatest(least(f.count, ${maxCounted}), case when s.count > 0 then ${offset} + s.count end) end as total
      from counted cross join (select count(${input.byItem ? 'distinct item_code' : '*'}) from found) f cross join (select count(*) from shown) s
      cross join lateral (
        select is_complete or s.count < ${limit} and (s.count > 0 or ${offset} = 0) as is_exact) e)
    select '{"success":true,"data":{"products":[' || coalesce((
             select ${input.byItem ? `string_agg(left(j.product, -1) || s.colors || '}', ',' order by s.place)` : `string_agg(j.product, ',' order by ${orderOf(page)})`}
             from ${input.byItem ? 'items' : 'shown'} s
             join products p on p.tenant_id = $1 and p.id = s.id
             join brands b on b.tenant_id = $1 and b.id = p.brand_id
             join categories c on c.tenant_id = $1 and c.id = p.category_id
             cross join lateral (${productJson()}) j), '')
           || '],"title":' || to_json(concat_ws(' · ', (select name from brand), (select name from category)))
           || ',"brandName":' || to_json(coalesce((select name from brand), ''))
           || ',"categoryName":' || to_json(coalesce((select name from category), ''))
           || ',"total":' || total || case when is_exact then '' else ',"isCapped":true' end || '}}' as answer,
           total::int as total,
           ${brandId ? 'exists (select from brand)' : 'true'}
             and ${categoryId ? 'exists (select from category)' : 'true'} as found
    from total`)
}

/** Codes break ties. Prices sort within a currency, the tenant's own first; unpriced products last. */
function sortKeysOf(sort: ListSort, reader: ForReader, shown: string | undefined, values: Values): SortKey[] {
  // Ids are time-ordered; updated_at changes with stock.
  if (sort === 'newest') return [{ key: 'p.id', direction: 'desc' }]
  if (sort === 'name') return [{ key: nameKey(reader), direction: 'asc' }]
  if (sort !== 'priceAsc' && sort !== 'priceDesc') return []
  return [
    { key: currencyPlace(lowestCurrency, reader.currencyCode, values), direction: 'asc' },
    { key: shown ?? lowestPrice, direction: sort === 'priceAsc' ? 'asc' : 'desc' },
  ]
}

const indexedNames = 'p.item_description collate "tr-x-icu"'

function nameKey({ language, mainLanguage }: ForReader): string {
  const collation = `collate "${language}-x-icu"`
  if (language === mainLanguage) return `p.item_description ${collation}`
  return `coalesce((
      select t.texts->>'${language}' from translations t
      where t.tenant_id = $1 and t.kind = 'item' and t.source = p.item_description), p.item_description) ${collation}`
}

function currencyPlace(currency: string, own: string, values: Values): string {
  return `(case ${currency} when ${values.add(own)}::text then '' else ${currency} end) collate "C"`
}

const columnsOf = ({ keys }: Page) => keys.map(({ key }, place) => `, ${key} as key${place}`).join('')

const conditionsOf = ({ facets, texts }: Page) => [...isShown, ...texts, ...facets.values()]

function orderOf({ keys }: Page): string {
  const first = keys.map(({ direction }, place) => `s.key${place} ${direction}`)
  return [...first, 's.item_code collate "C"', 's.color_code collate "C"'].join(', ')
}

/** As {@link sourceOfList}, with the figures that the page needs. */
function sourceOf(page: Page): Source {
  const { input, narrowed, values, shown } = page
  const facets = shown ? withoutPriceBounds(input.facets) : input.facets
  // A ranked search continues after the codes looked at, so these must not come group by group.
  const isRanked = page.sort === 'match'
  return {
    ...sourceOfList({ ...input, facets }, narrowed, values, !isRanked),
    figures: figuresOf(facets, [
      ...(page.facets.has('inStock') ? (['stock'] as const) : []),
      ...(facets?.attributes ? (['values'] as const) : []),
      ...(page.facets.has('price') || page.facets.has('onOffer') || page.sort.startsWith('price')
        ? (['prices'] as const)
        : []),
    ]),
    exact: isRanked ? exactMatches(input.searchText, values) : undefined,
  }
}

/** A complete list of more products than this is read in the order of names, not sorted. */
const maxNamed = 150

/** CTE `shown`: the page, cut from what was found if that is all, else from an index in the list's order. */
function shownOf(page: Page): string {
  // The first colour of each item stands for it. Of what an index gives, a page has the items of its products.
  const first = (known: string) =>
    page.input.byItem
      ? `select * from (select distinct on (s.item_code) s.* from (${known}) s order by s.item_code, ${orderOf(page)})`
      : known
  const cut = `order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}`
  const isComplete = '(select is_complete from counted)'
  if (page.sort === 'match')
    return `, shown as materialized (
      select * from (select * from (${first('select * from found')}) s ${cut}) known union all select * from (${restOf(page)}) rest)`
  const [known, condition] =
    page.sort === 'name'
      ? [
          `select f.*${columnsOf(page)} from found f join products p on p.tenant_id = $1 and p.id = f.id`,
          page.isInNameIndex
            ? `(select is_complete and (select count(*) <= ${maxNamed} from found) from counted)`
            : isComplete,
        ]
      : ['select * from found', isComplete]
  const { prices, walk } = page.sort.startsWith('price')
    ? priceWalkOf(page, `not ${condition}`, cut)
    : { prices: '', walk: walkOf(page, `not ${condition}`) }
  return `${prices}, shown as materialized (
      select * from (select * from (${first(`select * from (${known}) f where ${condition}`)}) s ${cut}) known
      union all select * from (${walk}) walked)`
}

/** CTEs for a page of items: `listed`, all that was found of them, and `items`, the first product of each with all colours. */
function itemsOf(page: Page): string {
  if (!page.input.byItem) return ''
  const order = orderOf(page)
  return `, listed as materialized (
      select p.id, p.item_code, p.color_code, p.color_description, ${inStock} as is_in_stock, i.place${columnsOf(page)}
      from (
        select s.item_code, min(s.place) as place
        from (select s.item_code, row_number() over (order by ${order}) as place from shown s) s group by 1) i
      join products p on p.tenant_id = $1 and p.item_code collate "C" = i.item_code collate "C" and p.is_active
      where ${conditionsOf(page).join(' and ')}
    ), items as materialized (
      select s.place, (array_agg(s.id order by ${order}))[1] as id,
             case when count(*) = 1 then '' else ',"colors":[' || string_agg(
               '{"colorCode":' || to_json(s.color_code) || ',"colorDescription":' || to_json(s.color_description)
                 || case when s.is_in_stock then '}' else ',"isSoldOut":true}' end, ',' order by ${order}) || ']' end as colors
      from listed s group by s.place)`
}

/** Matches after the products looked at, without a rank. */
function restOf(page: Page): string {
  const { narrowed, limit, offset } = page
  const found = `(select count(${page.input.byItem ? 'distinct item_code' : '*'}) from found)`
  const last = (column: string) =>
    `(select p.${column} from walked p order by p.item_code collate "C" desc, p.color_code collate "C" desc limit 1)`
  const conditions = [
    'p.tenant_id = $1 and p.is_active',
    `not (select is_complete from counted) and ${found} < ${offset}::bigint + ${limit}`,
    `(${codeOrder}) > (${last('item_code')} collate "C", ${last('color_code')} collate "C")`,
    'p.id not in (select id from entries)',
    ...conditionsOf(page),
  ]
  if (narrowed.brandId) conditions.push(`p.brand_id = ${narrowed.brandId}::uuid`)
  return `select p.id, p.item_code, p.color_code, 4 as key0 from products p
        where ${conditions.join(' and ')} order by ${codeOrder}
        limit greatest(0, least(${limit}, ${offset}::bigint + ${limit} - ${found})) offset greatest(0, ${offset}::bigint - ${found})`
}

function walkOf(page: Page, condition: string): string {
  const { sort, keys, narrowed, limit, offset } = page
  const conditions = ['p.tenant_id = $1 and p.is_active', ...conditionsOf(page), condition]
  if (narrowed.brandId) conditions.push(`p.brand_id = ${narrowed.brandId}::uuid`)
  // In a list that is not complete, names are sorted as in the index, whoever reads it.
  const order = sort === 'name' ? [indexedNames] : keys.map(({ key, direction }) => `${key} ${direction}`)
  if (sort !== 'newest') order.push(codeOrder)
  return `select p.id, p.item_code, p.color_code${columnsOf(page)} from products p
        where ${conditions.join(' and ')} order by ${order.join(', ')} limit ${limit} offset ${offset}`
}

/** Reads prices currency by currency, then products without a price in the viewer's price group. */
function priceWalkOf(page: Page, condition: string, cut: string): { prices: string; walk: string } {
  const { input, values, facets, texts, keys, currencyCode, limit, offset } = page
  const direction = keys[1]?.direction
  const reached = `${limit}::bigint + ${offset}`
  const { price: _, inStock: hasStock, color, size, isNew, ...others } = Object.fromEntries(facets)
  const conditions = [...isShown, ...Object.values(others), condition]
  const bounds = priceBounds(input.facets, values, 'p.amount_minor', 'p.currency_code')
  if (bounds) conditions.push(bounds)
  // Orders sell products out without writing listed prices, and the rest is stored only with the product.
  const ofProduct = [...[hasStock, color, size, isNew].flatMap((one) => one ?? []), ...texts]
  if (ofProduct.length > 0)
    conditions.push(`exists (
            select from (select p.product_id) l (id) join products p on p.tenant_id = $1 and p.id = l.id
            where ${ofProduct.join(' and ')})`)
  const nextCurrency = (after: string) =>
    `(select min(l.currency_code) from listed_prices l where l.tenant_id = $1 and l.price_group = $2 ${after})`
  const prices = `, currencies as (
      select ${nextCurrency('')} as code
      union all
      select ${nextCurrency('and l.currency_code > c.code')} from currencies c where c.code is not null
    ), priced as materialized (
      select s.* from currencies c cross join lateral (
        select p.product_id as id, p.item_code, p.color_code,
               ${currencyPlace('c.code', currencyCode, values)} as key0, p.amount_minor as key1
        from listed_prices p
        where p.tenant_id = $1 and p.price_group = $2 and p.currency_code = c.code
          and ${conditions.join(' and ')}
        order by p.amount_minor ${direction}, ${codeOrder} limit ${reached}) s
    ), unpriced as materialized (
      select p.id, p.item_code, p.color_code, null::text collate "C" as key0, null::bigint as key1 from products p
      where ${[
        'p.tenant_id = $1 and p.is_active and not p.lowest_prices ? $2',
        ...conditionsOf(page),
        condition,
        `(select count(*) from priced) < ${reached}`,
      ].join(' and ')}
      order by ${codeOrder} limit ${reached})`
  return {
    prices,
    walk: `select * from (select * from priced union all select * from unpriced) s ${cut}`,
  }
}
