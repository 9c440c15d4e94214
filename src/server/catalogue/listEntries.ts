import type { Values } from '#server/db/values.ts'
import type { Facets } from '#shared/catalogue/catalogue.ts'
import type { ListFilters } from './listInput.ts'
import type { Narrowed } from './productFilters.ts'
import { fewOf } from './searchWords.ts'

/**
 * The most products that SQL looks at to count a list and its facets, so that a list costs the same in a catalogue of any
 * size. A longer list says so (`isCapped`).
 */
export const maxCounted = 5000

const entryColumns = 'p.id, p.item_code, p.color_code, p.brand_id, p.category_id'
const textColumns = 'p.search_text, p.translated_text, p.code_key'
/** Rows are narrower and faster without. In the indexes of 0052_product_walks.sql, but for colours. */
const entryFigures = {
  stock: 'p.is_sold_out',
  values: 'p.facet_keys',
  colors: 'p.color_description',
  prices: 'p.lowest_prices, p.lowest_currencies',
}

type Figure = keyof typeof entryFigures

/** The figures that a list needs, with those of its facets that only some lists have. */
export const figuresOf = (facets: Facets | undefined, figures: Figure[]): Figure[] =>
  facets?.colors?.length ? [...figures, 'colors'] : figures

/** SQL. */
export const codeOrder = 'p.item_code collate "C", p.color_code collate "C"'

/** SQL of where a list's products are looked for. */
export type Source = {
  /** Ids of all that it can have, if these are few; else null. */
  few: string | undefined
  /** Arrays of the brands or categories that it is narrowed to. */
  brands: string | undefined
  categories: string | undefined
  /** Whether it is narrowed by words. */
  hasWords: boolean
  /** What entries have besides codes, brand and category. */
  figures: Figure[]
  /** Query of ids that come first although they may stand behind all that is looked at. */
  exact: string | undefined
}

/** CTEs `entries`, the products of a source, and `counted`, whether these are all that it has. */
export function entriesOf({ few, exact, ...source }: Source): string {
  const columns = [
    entryColumns,
    ...source.figures.map((name) => entryFigures[name]),
    ...(source.hasWords ? [textColumns] : []),
  ].join(', ')
  const named = (ids: string, condition: string) => `
      union all
      select p.* from ${ids} f (id) cross join lateral (
        select ${columns} from products p where p.tenant_id = $1 and p.is_active and p.id = f.id offset 0) p
      where ${condition}`
  const isMany = few ? '(select ids is null from few)' : 'true'
  return `few as materialized (select ${few ?? 'null::uuid[]'} as ids
    ), walked as materialized (select * from (${walkOf(columns, source)}) p where ${isMany}
    ), counted as materialized (
      select (select count(*) <= ${maxCounted} from walked) as is_complete
    ), entries as not materialized (
      select * from walked${few ? named('(select distinct unnest(ids) from few)', 'true') : ''}${
        exact
          ? named(
              `(${exact})`,
              `not (select is_complete from counted) and p.id not in (select id from walked)`,
            )
          : ''
      })`
}

function walkOf(columns: string, { brands, categories }: Pick<Source, 'brands' | 'categories'>): string {
  const first = `limit ${maxCounted + 1}`
  const inOrder = (condition: string) =>
    `select ${columns} from products p where p.tenant_id = $1 and p.is_active ${condition} order by ${codeOrder} ${first}`
  if (brands)
    return `select p.* from unnest(${brands}) g (id) cross join lateral (${inOrder('and p.brand_id = g.id')}) p ${first}`
  if (categories)
    return `select p.* from categories g cross join lateral (${inOrder('and p.category_id = g.id')}) p
      where g.tenant_id = $1 and g.is_active and g.path && ${categories} ${first}`
  return inOrder('')
}

/**
 * Where a list is looked for: among its brand or category, or else those that facets name. `byGroups`: its products may
 * come group by group.
 */
export function sourceOfList(
  input: ListFilters,
  { brandId, categoryId }: Narrowed,
  values: Values,
  byGroups: boolean,
): Pick<Source, 'few' | 'brands' | 'categories' | 'hasWords'> {
  const { facets } = input
  const given = (ids: string[] | undefined) =>
    ids?.length && byGroups ? `${values.add(ids)}::uuid[]` : undefined
  const brands = brandId ? `array[${brandId}::uuid]` : given(facets?.brandIds)
  const inCategory = byGroups && !brands ? categoryId : undefined
  return {
    few: fewOf(input, facets, values),
    brands,
    // A value that no condition names has no type.
    categories: inCategory ? `array[${inCategory}::uuid]` : brands ? undefined : given(facets?.categoryIds),
    hasWords: Boolean(input.searchText),
  }
}
