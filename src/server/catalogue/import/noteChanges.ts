import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx, Tx } from '#server/db/tenant.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import type { ImportCounts } from '#shared/imports/imports.ts'
import { variantColumns } from '../change/fields.ts'
import { textId } from '../texts/writeTexts.ts'
import type { Merged } from './differences.ts'

/*
 * Records changes with old values, which are locked, for the check and for undo. Fields are named after the file's
 * columns, with brandId and categoryId in addition. $2 is the run.
 */

const columns = `tenant_id, set_id, entity, id, line, state, item_code, color_code, size, name, before, after, product_id`

export type NotedIn = 'catalogue_changes' | 'import_actual'

export const createActual = unprepared(
  'create temp table import_actual (like public.catalogue_changes including defaults) on commit drop',
)

const noteNames = (table: NotedIn): Statement =>
  unprepared(`insert into ${table} (${columns})
  select $1::uuid, $2::uuid, 'brand', b.id, 0, 'new', '', '', '', b.name, null::jsonb, null::jsonb, null::uuid
  from import_brand b where b.is_new
  union all
  select $1::uuid, $2::uuid, 'category', c.id, 0, 'new', '', '', '', c.full_name, null, null, null
  from import_category c where c.is_new`)

const photos = (from: string) => `
  select product_id, jsonb_agg(jsonb_build_array(file_name, content_hash) order by sort_order) as list
  from ${from} group by product_id`

const ifDiffers = (name: string, condition: string, value: string) =>
  `'${name}', case when ${condition} then ${value} end`

const productDiffers: [name: string, condition: string, before: string, after: string][] = [
  ['itemDescription', 'c.item_description <> p.item_description', 'p.item_description', 'c.item_description'],
  [
    'colorDescription',
    'c.color_description <> p.color_description',
    'p.color_description',
    'c.color_description',
  ],
  ['brandName', 'c.brand_id <> p.brand_id', 'ob.name', 'nb.name'],
  ['brandId', 'c.brand_id <> p.brand_id', 'p.brand_id', 'c.brand_id'],
  ['categoryName', 'c.category_id <> p.category_id', 'oc.full_name', 'nc.full_name'],
  ...productTextNames.map((name): [string, string, string, string] => {
    const { column } = productTexts[name]
    return [name, `c.${column} <> p.${column}`, `p.${column}`, `c.${column}`]
  }),
  ['categoryId', 'c.category_id <> p.category_id', 'p.category_id', 'c.category_id'],
  ['isActive', 'c.is_active <> p.is_active', 'p.is_active', 'c.is_active'],
]

const noteProducts = (table: NotedIn): Statement =>
  unprepared(`insert into ${table} (${columns})
  select $1::uuid, $2::uuid, 'product', c.id, c.line, case when c.is_new then 'new' else 'changed' end, c.item_code,
    c.color_code, '', coalesce(c.item_description, p.item_description),
    case when not c.is_new then
      jsonb_strip_nulls(jsonb_build_object(
        ${productDiffers.map(([name, condition, before]) => ifDiffers(name, condition, before)).join(', ')}))
      || coalesce(a.before, '{}') || case when i.product_id is null then '{}' else jsonb_build_object('photos', coalesce(h.list, '[]')) end
    end,
    case when c.is_new then
      jsonb_strip_nulls(jsonb_build_object(
        'itemDescription', c.item_description, 'colorDescription', nullif(c.color_description, ''),
        'brandName', nb.name, 'brandId', c.brand_id, 'categoryName', nc.full_name, 'categoryId', c.category_id, 'isActive', c.is_active, ${productTextNames.map((name) => `'${name}', nullif(c.${productTexts[name].column}, '')`).join(', ')})
        || c.attributes)
    else
      jsonb_strip_nulls(jsonb_build_object(
        ${productDiffers.map(([name, condition, , after]) => ifDiffers(name, condition, after)).join(', ')}))
      || coalesce(a.after, '{}')
    end || case when i.product_id is null then '{}' else jsonb_build_object('photos', coalesce(w.list, '[]')) end, c.id
  from import_product_change c
  left join products p on p.tenant_id = $1 and p.id = c.id and not c.is_new
  left join brands ob on ob.tenant_id = $1 and ob.id = p.brand_id
  left join categories oc on oc.tenant_id = $1 and oc.id = p.category_id
  left join import_brand nb on nb.id = c.brand_id
  left join import_category nc on nc.id = c.category_id
  left join lateral (
    select jsonb_strip_nulls(jsonb_object_agg(key, p.attributes->>key)) as before,
      jsonb_strip_nulls(jsonb_object_agg(key, c.attributes->>key)) as after
    from jsonb_object_keys(c.attributes) key
    where not c.is_new and p.attributes->>key is distinct from c.attributes->>key
  ) a on true
  left join (select distinct product_id from import_image_change where action <> 'unchanged') i on i.product_id = c.id
  left join (${photos("import_image_change where action <> 'removed'")}) w on w.product_id = i.product_id
  left join (${photos('product_images where tenant_id = $1 and product_id in (select product_id from import_image_change)')}) h
    on h.product_id = i.product_id
  where c.is_new or c.is_changed or i.product_id is not null`)

const price = (amount: string, currency: string) =>
  `jsonb_build_object('amount', ${amount}, 'currency', ${currency})`

/**
 * Stock under the lock, minus what orders took since the comparison. Null, which greatest() ignores, if not given.
 */
const newStock =
  'case when c.inventory is not null then greatest(0, c.inventory - c.old_inventory + v.inventory) end'
const isOtherLot = '(c.lot_description <> v.lot_description or c.pieces_per_lot <> v.pieces_per_lot)'

/** How variant fields differ. A changed lot clears its sizes, which files cannot give. */
const variantDiffers = variantColumns.flatMap(
  ({ name, column, kind }): [name: string, condition: string, before: string, after: string][] => {
    if (kind === 'stock') return [[name, `${newStock} <> v.${column}`, `v.${column}`, newStock]]
    if (kind === 'lotSizes')
      return [[name, `${isOtherLot} and v.${column} <> '[]'`, `v.${column}`, `'[]'::jsonb`]]
    if (kind === 'code')
      return [[name, `c.${column} <> coalesce(v.${column}, '')`, `v.${column}`, `nullif(c.${column}, '')`]]
    return [[name, `c.${column} <> v.${column}`, `v.${column}`, `c.${column}`]]
  },
)

const variantNew = variantColumns.flatMap(({ name, column, kind, empty }) => {
  if (kind === 'lotSizes') return []
  if (kind === 'stock') return [`'${name}', coalesce(c.${column}, ${String(empty)})`]
  return [`'${name}', ${kind === 'count' || kind === 'flag' ? `c.${column}` : `nullif(c.${column}, '')`}`]
})

/** $3: default currency; $4: also record unchanged variants, with their stock. */
const noteVariants = (table: NotedIn): Statement =>
  unprepared(`insert into ${table} (${columns}, is_lot, stock_read, stamp, note)
  select $1::uuid, $2::uuid, 'variant', c.id, c.line,
    case when c.is_new then 'new' when c.is_changed or r.variant_id is not null then 'changed' else 'unchanged' end,
    c.item_code, c.color_code, c.size || c.lot_code, '',
    case when not c.is_new and (c.is_changed or r.variant_id is not null) then
      jsonb_strip_nulls(jsonb_build_object(
        ${variantDiffers.map(([name, condition, before]) => ifDiffers(name, condition, before)).join(', ')}))
      || coalesce(r.before, '{}') end,
    case when c.is_new then
      jsonb_strip_nulls(jsonb_build_object(${variantNew.join(', ')}))
      || coalesce(r.after, '{}')
    when c.is_changed or r.variant_id is not null then
      jsonb_strip_nulls(jsonb_build_object(
        ${variantDiffers.map(([name, condition, , after]) => ifDiffers(name, condition, after)).join(', ')}))
      || coalesce(r.after, '{}') end,
    c.product_id, c.lot_code <> '', c.old_inventory, c.stamp, case when c.is_moved then 'stockMoved' else '' end
  from import_variant_change c
  left join variants v on v.tenant_id = $1 and v.id = c.id and not c.is_new
  left join (
    select n.variant_id,
      jsonb_object_agg('price' || n.price_group, ${price('o.amount_minor', 'o.currency_code')})
        filter (where o.variant_id is not null) as before,
      jsonb_object_agg('price' || n.price_group,
          ${price('n.amount_minor', 'coalesce(n.currency_code, o.currency_code, $3::text)')})
        filter (where n.action <> 'removed') as after
    from import_price_change n
    left join prices o on o.tenant_id = $1 and o.variant_id = n.variant_id and o.price_group = n.price_group
    where n.action <> 'unchanged'
    group by n.variant_id
  ) r on r.variant_id = c.id
  where $4::boolean or c.is_new or c.is_changed or r.variant_id is not null`)

/** SQL of a list as a side of a change has it: absent if it is empty. */
const accepted = `jsonb_agg(c.language) filter (where c.language = any (t.accepted))`

/** Records the texts that differ, each with its languages. $2 is the set. */
const noteTexts = (table: NotedIn): Statement =>
  unprepared(`insert into ${table} (tenant_id, set_id, entity, id, line, state, text_kind, name, before, after)
  select $1::uuid, $2::uuid, 'text', ${textId('c.kind', 'c.source')}, min(c.line), 'changed', c.kind, c.source,
    coalesce(jsonb_object_agg(c.language, t.texts->c.language) filter (where t.texts ? c.language), '{}')
      || jsonb_strip_nulls(jsonb_build_object('accepted', ${accepted})),
    coalesce(jsonb_object_agg(c.language, c.text) filter (where c.text <> ''), '{}')
  from import_text_change c
  left join translations t on t.tenant_id = $1 and t.kind = c.kind and t.source = c.source
  where c.action <> 'unchanged'
  group by c.kind, c.source`)

export async function noteChanges(
  tx: BulkTx,
  table: NotedIn,
  { runId, currencyCode, all }: { runId: string; currencyCode: string; all: boolean },
): Promise<void> {
  await tx.query(noteNames(table), runId)
  await tx.query(noteProducts(table), runId)
  await tx.query(noteVariants(table), runId, currencyCode, all)
  await tx.query(noteTexts(table), runId)
}

const differingFields = unprepared(`select f.name, count(*)::int as count
  from catalogue_changes c
  cross join lateral jsonb_object_keys(coalesce(c.before, '{}') || coalesce(c.after, '{}')) f (name)
  where c.tenant_id = $1 and c.set_id = $2 and c.state = 'changed' and f.name not in ('brandId', 'categoryId', 'lotSizes', 'accepted')
  group by f.name`)

/** The counts of a run, with the number of changed rows per field. */
export async function countsOf(
  tx: Tx,
  runId: string,
  { products, variants, prices, images, texts, brandsAdded, categoriesAdded }: Merged,
  { differing = 0, stockMoved = 0 }: Partial<Pick<ImportCounts, 'differing' | 'stockMoved'>> = {},
): Promise<ImportCounts> {
  const rows = await tx.query<{ name: string; count: number }>(differingFields, runId)
  const fields = Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  return {
    products,
    variants,
    prices,
    images,
    texts,
    brandsAdded,
    categoriesAdded,
    fields,
    differing,
    stockMoved,
  }
}
