/*
 * What the shop reads of a catalogue, as rows for memory. Arrays instead of objects: half the bytes.
 */

import { prepared, type Statement } from '#server/db/statement.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import type { Minor } from '#shared/numbers/money.ts'
import type { Language } from '#shared/tenancy.ts'
import { isPriced } from '../figures.ts'

/** By price group. */
export type Prices = Record<string, [amountMinor: Minor, currencyCode: string]>

export type VariantRecord = [
  id: string,
  size: string,
  lotCode: string,
  lotDescription: string,
  piecesPerLot: number,
  lotSizes: { size: string; pieces: number }[],
  sortOrder: number,
  minQty: number,
  barcode: string | null,
  inventory: number,
  prices: Prices | null,
  externalCode: string | null,
]

/** `variants`: the active ones, in the order of the wire. */
export type ProductRecord = [
  id: string,
  itemCode: string,
  itemDescription: string,
  colorCode: string,
  colorDescription: string,
  brandId: string,
  categoryId: string,
  attributes: Record<string, string | null>,
  updatedDate: string,
  searchText: string,
  translatedText: string,
  images: string[] | null,
  variants: VariantRecord[] | null,
  texts: string[],
]

/** `path`: ids from the root down to the category itself. `image`: content hash; '' for none. */
export type BrandRecord = {
  id: string
  name: string
  image: string
  sortOrder: number
  isActive: boolean
  searchText: string
}
export type CategoryRecord = BrandRecord & { parentId: string | null; fullName: string; path: string[] }
export type Groups = { brands: BrandRecord[]; categories: CategoryRecord[] }

/** SQL: the record of the active product `p`. */
const productRecord = `json_build_array(p.id, p.item_code, p.item_description, p.color_code, p.color_description, p.brand_id,
    p.category_id, p.attributes, to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p.search_text, p.translated_text, (
      select json_agg(i.file_name order by i.sort_order, i.file_name)
      from product_images i where i.tenant_id = $1 and i.product_id = p.id), (
      select json_agg(json_build_array(v.id, v.size, v.lot_code, v.lot_description, v.pieces_per_lot, v.lot_sizes,
               v.sort_order, v.min_qty, v.barcode, v.inventory, (
                 select json_object_agg(r.price_group, json_build_array(r.amount_minor, r.currency_code))
                 from prices r where r.tenant_id = $1 and r.variant_id = v.id and ${isPriced()}), v.external_code)
               order by v.sort_order, v.size, v.lot_code)
      from variants v where v.tenant_id = $1 and v.product_id = p.id and v.is_active), json_build_array(${productTextNames.map((name) => `p.${productTexts[name].column}`).join(', ')}))`

/** SQL: brands and categories, in the order of the wire. */
const groups = `json_build_object(
    'brands', (
      select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'image', b.image, 'sortOrder', b.sort_order,
               'isActive', b.is_active, 'searchText', b.search_text || ' ' || coalesce((
                 select t.search_text from translations t
                 where t.tenant_id = $1 and t.kind = 'brand' and t.source = b.name), '')) order by b.name collate "tr-x-icu"), '[]')
      from brands b where b.tenant_id = $1),
    'categories', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'image', c.image, 'sortOrder', c.sort_order,
               'isActive', c.is_active, 'searchText', c.search_text || ' ' || coalesce((
                 select string_agg(t.search_text, ' ') from categories a
                 join translations t on t.tenant_id = $1 and t.kind = 'category' and t.source = a.name
                 where a.tenant_id = $1 and a.id = any (c.path)), ''), 'parentId', c.parent_id, 'fullName', c.full_name,
               'path', c.path) order by c.sort_order, c.full_name collate "tr-x-icu"), '[]')
      from categories c where c.tenant_id = $1))`

export type Start = { version: number; groups: Groups; variants: number; translations: number }

/** The version of a snapshot, its brands and categories, and how many sizes, lots and translations the tenant has. */
export const readStart = prepared(`
  select t.catalogue::float8 as version, ${groups} as groups,
    (select count(*)::float8 from variants v where v.tenant_id = $1) as variants,
    (select count(*)::float8 from translations t where t.tenant_id = $1) as translations
  from tenant_versions t where t.tenant_id = $1`)

/** All active products as JSON text, in the order of their codes. */
export const readProducts = prepared(`
  select ${productRecord}::text as record from products p where p.tenant_id = $1 and p.is_active
  order by p.item_code collate "C", p.color_code collate "C"`)

function perLanguage(text: (language: Language) => string): (language: Language) => Statement {
  const statements = new Map<Language, Statement>()
  return (language) => {
    const statement = statements.get(language) ?? prepared(text(language))
    statements.set(language, statement)
    return statement
  }
}

/**
 * The names of active products and the values of their attributes, as PostgreSQL sorts them: its ICU and Node's differ
 * in punctuation.
 */
export const namesStatement = perLanguage(
  (language) => `
  select array_agg(name order by name collate "${language}-x-icu", name) as names from (
    select item_description as name from products p where p.tenant_id = $1 and p.is_active
    union select substr(value, 3) from products p, unnest(p.facet_values) value where p.tenant_id = $1 and p.is_active) n`,
)

/** What a reader in a language that is not the main one reads; `places`: names of products in their order. */
export type ReaderRecord = {
  version: number
  texts: [kind: TextKind, source: string, text: string][]
  places: [name: string, place: number][]
}

export const readerStatement = perLanguage(
  (language) => `
  select v.catalogue::float8 as version, (
      select coalesce(json_agg(json_build_array(t.kind, t.source, t.texts->>'${language}')), '[]')
      from translations t where t.tenant_id = $1 and t.texts ? '${language}') as texts, (
      select coalesce(json_agg(json_build_array(n.name, n.place)), '[]') from (
        select n.name, dense_rank() over (order by coalesce(t.texts->>'${language}', n.name) collate "${language}-x-icu") as place
        from (select distinct item_description as name from products p where p.tenant_id = $1 and p.is_active) n
        left join translations t on t.tenant_id = $1 and t.kind = 'item' and t.source = n.name) n) as places
  from tenant_versions v where v.tenant_id = $1`,
)

/** More changed products than this are read as a whole catalogue. */
export const maxChangedProducts = 1000

/**
 * `stock`: variant and inventory, in the order of the changes. `products`: ids of those that changed, and `records` of
 * the active ones among them; null if any product may have changed. `groups` only if something else than stock changed.
 */
export type News = {
  version: number
  stock: [variantId: string, inventory: number][]
  products: string[] | null
  records: ProductRecord[]
  groups: Groups | null
  textsChanged: boolean
}

/** What changed after version $2, from one snapshot. */
export const readNews = prepared(`
  with since as materialized (
    select * from catalogue_versions v where v.tenant_id = $1 and v.version > $2
  ), named as materialized (
    select array_agg(distinct id) as ids from since, unnest(product_ids) id
  ), state as materialized (
    select t.catalogue::float8 as version,
      (select count(*) from since) = t.catalogue - $2::bigint
        and not exists (select from since where product_ids is null)
        and coalesce(cardinality(named.ids), 0) <= ${maxChangedProducts} as is_known
    from tenant_versions t, named where t.tenant_id = $1)
  select s.version, coalesce((select bool_or(texts_changed) from since), false) as "textsChanged",
    (select coalesce(json_agg(json_build_array(c.id, c.inventory) order by since.version), '[]')
     from since, unnest(since.variant_ids, since.inventories) c (id, inventory)) as stock,
    case when s.is_known then coalesce(named.ids, '{}') end as products,
    case when s.is_known then (
      select coalesce(json_agg(${productRecord}), '[]') from products p
      where p.tenant_id = $1 and p.id = any (named.ids) and p.is_active) else '[]' end as records,
    case when exists (select from since where variant_ids is null) then ${groups} end as groups
  from state s, named`)
