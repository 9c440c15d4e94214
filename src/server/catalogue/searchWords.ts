import { type SearchWord, searchWords } from '#server/db/search.ts'
import type { Values } from '#server/db/values.ts'
import type { Facets } from '#shared/catalogue/catalogue.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { looksLikeSize } from '#shared/text/nearWords.ts'
import type { ListFilters } from './listInput.ts'
import { brandHas, categoryHas, codesOf, facetKey, namePatterns, priceBounds } from './productFilters.ts'
import { endingLength, endingsOf, joinedEndings, wordsFrom } from './spellings.ts'
import { hasCode } from './variantCodes.ts'

/*
 * The tables search_words and search_endings, by which SQL finds the few products of a rare word, code or facet value
 * without a look at the others.
 */

/** More products than this are not looked at one by one: enough of them come up in any walk through a list. */
export const maxFew = 100
/** More words than this that contain a typed one make it a common one. */
const maxWords = 12

/** Long words are kept by a beginning and a hash. */
const keyOf = (word: string) =>
  `case when length(${word}) > 100 then left(${word}, 60) || md5(${word}) else ${word} end`
/** SQL of a facet's key as a word. */
const facetWord = (key: string) => `e'\\x01' || ${key}`

const textOf = `p.search_text || e'\\n' || p.translated_text`

/** Notes the words of products; `ids` is SQL of a table with `id`. Nothing is taken out; readers check what they find. */
export const noteWords = (ids: string) => `
  with named as materialized (
    select p.id, w.word from (${ids}) t join products p on p.tenant_id = $1 and p.id = t.id
    cross join lateral regexp_split_to_table(${textOf}, '\\s+') w (word) where w.word <> ''
  ), words as materialized (
    select ${keyOf('n.word')} as word, array_agg(distinct n.id) as ids from named n group by 1
    union all
    select ${facetWord('k.key')}, array_agg(p.id) from (${ids}) t join products p on p.tenant_id = $1 and p.id = t.id
    cross join lateral unnest(p.facet_keys) k (key) group by 1
  ), entered as (
    insert into search_endings (tenant_id, ending, word)
    select $1::uuid, substr(n.word, place, ${endingLength}), ${keyOf('n.word')}
    from (
      select distinct n.word from named n
      where not exists (select from search_words s where s.tenant_id = $1 and s.word = ${keyOf('n.word')})) n
    cross join lateral generate_series(1, length(n.word)) place
    union
    ${joinedEndings('select n.word from named n', `select ${textOf} as text from (${ids}) t join products p on p.tenant_id = $1 and p.id = t.id`)}
    order by 2, 3
    on conflict (tenant_id, ending, word) do nothing
  )
  insert into search_words as s (tenant_id, word, product_ids)
  select $1, w.word, case when cardinality(w.ids) <= ${maxFew} then w.ids end
  from words w
  where not exists (
    select from search_words k where k.tenant_id = $1 and k.word = w.word
      and (k.product_ids is null or k.product_ids @> w.ids))
  order by w.word
  on conflict (tenant_id, word) do update set product_ids = case
    when cardinality(s.product_ids || excluded.product_ids) <= ${maxFew} then
      array(select distinct unnest(s.product_ids || excluded.product_ids)) end`

/**
 * SQL of the ids of a list's products where one of its words, codes or facets says that these are few, or else null.
 * Undefined: the list has none of these. Readers check what they get.
 */
export function fewOf(input: ListFilters, facets: Facets | undefined, values: Values): string | undefined {
  const all = fewInShop(input.searchText ?? '', values)
  if (input.itemCode)
    all.push(
      few(`select id from products
      where tenant_id = $1 and item_code = ${values.add(input.itemCode)} limit ${maxFew + 1}`),
    )
  for (const name of attributeNames) {
    const wanted = facets?.attributes?.[name]
    if (wanted?.length)
      all.push(
        fewWithWords(`select w.word, w.product_ids from unnest(${values.add(wanted)}::text[]) v (value)
        cross join lateral (
          select word, product_ids from search_words
          where tenant_id = $1 and word = ${facetWord(facetKey(`'${name}'`, 'v.value'))} offset 0) w`),
      )
  }
  const bounds = priceBounds(facets, values, 'amount_minor', 'currency_code')
  if (bounds)
    all.push(
      few(`select product_id as id from listed_prices
      where tenant_id = $1 and price_group = $2 and ${bounds} limit ${maxFew + 1}`),
    )
  return all.length > 0 ? `coalesce(${all.join(', ')})` : undefined
}

/** SQL per word of a search: the ids of its products, inactive ones too, or null where these are many. */
export const fewWithWordsOf = (search: string, values: Values) =>
  searchWords(search).map((word) => fewWithWord(word, values))

/** In the shop, a size beside other words is looked for in their products. */
function fewInShop(search: string, values: Values): string[] {
  const words = searchWords(search)
  return words
    .filter(({ typed }) => words.length === 1 || !looksLikeSize(typed))
    .map((word) => fewWithWord(word, values))
}

/** The same of a query of ids, limited to one more than are few. */
export const few = (ids: string) => `(
    select case when count(*) <= ${maxFew} then coalesce(array_agg(f.id), '{}') end from (${ids}) f)`

/** `words` is a query of words with their products. */
const fewWithWords = (words: string, more = '') => `(
    select case when count(distinct f.word) <= ${maxWords} and count(*) <= ${maxFew}
                  and count(*) filter (where f.product_ids is null) = 0
             then coalesce(array_agg(i.id) filter (where i.id is not null), '{}') ${more} end
    from (${words}) f left join lateral unnest(f.product_ids) i (id) on true)`

/**
 * A brand or category whose name has the word makes it a common one. A single letter and the word behind it have their
 * products by the latter.
 */
function fewWithWord(word: SearchWord, values: Values): string {
  const starts = values.add(endingsOf(word))
  const patterns = namePatterns(word.bare, values)
  const codes = codesOf([word.typed], values)
  return `case when not exists (
      select from brands b where b.tenant_id = $1 and ${brandHas(patterns)}
      union all select from categories c where c.tenant_id = $1 and ${categoryHas(patterns)}) then ${fewWithWords(
        `select w.word, w.product_ids from (
          select distinct e.word from unnest(${starts}::text[]) s (start) cross join lateral (${wordsFrom('s.start', maxWords + 1)}) e) e
        join search_words w on w.tenant_id = $1
          and w.word = case when substr(e.word, 2, 1) = ' ' then substr(e.word, 3) else e.word end`,
        `|| array(select v.product_id from variants v where v.tenant_id = $1 and ${hasCode('v', codes)})`,
      )} end`
}
