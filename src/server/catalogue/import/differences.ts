import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import type { Counts, ImportReport } from '#server/tableFiles/report.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import { variantFileColumns } from '../change/fields.ts'
import { codeColumns } from '../variantCodes.ts'
import { orStored } from './asRead.ts'
import type { Columns } from './file/columns.ts'
import { resolveBrands, resolveCategories } from './names.ts'
import type { ImageList } from './photos.ts'
import { compareTexts } from './texts.ts'

/*
 * Each statement fills a temporary table with stored and wanted values, so that only differences are written. Null
 * means "not given".
 */

const textColumns = productTextNames.map((name) => productTexts[name].column)

function createProducts(attributeCount: number): Statement {
  const attributes = Array.from({ length: attributeCount }, (_, index) => `max(l.attributes[${index + 1}])`)
  return unprepared(`create temp table import_product on commit drop as
    select l.item_code, l.color_code, l.product_id, min(l.new_product_id::text)::uuid as new_id,
      max(l.brand_name) as brand_name, max(l.category_name) as category_name, ${textColumns.map((column) => `max(l.${column}) as ${column}`).join(', ')},
      max(l.item_description) as item_description, max(l.color_description) as color_description,
      min(l.line) as line, array[${attributes.join(', ')}]::text[] as attributes
    from import_line l group by l.item_code, l.color_code, l.product_id`)
}

/**
 * SQL, for a file that says of sizes whether they are on sale: whether their products are, or null to leave it. A product goes
 * off sale with its last size, and comes back with the first.
 */
const onSale = `
    select i.id, case when n.will_be and not n.was and not i.was_active then true
      when not n.will_be and (n.was or i.product_id is null) then false end as is_active
    from (
      select coalesce(i.product_id, i.new_id) as id, i.product_id, i.item_code, i.color_code, coalesce(p.is_active, true) as was_active
      from import_product i left join products p on p.tenant_id = $1 and p.id = i.product_id) i
    join (
      select l.item_code, l.color_code, bool_or(coalesce(l.is_active, v.is_active, true)) as will_be,
        coalesce(bool_or(v.is_active), false) as was
      from import_line l left join variants v on v.tenant_id = $1 and v.id = l.variant_id group by 1, 2
    ) f on f.item_code = i.item_code and f.color_code = i.color_code
    left join (
      select distinct v.product_id from variants v
      join import_product p on p.product_id = v.product_id left join import_line l on l.variant_id = v.id
      where v.tenant_id = $1 and v.is_active and l.line is null
    ) o on o.product_id = i.product_id
    cross join lateral (
      select f.will_be or o.product_id is not null as will_be, f.was or o.product_id is not null as was) n`

/** $2: attribute names. A null value keeps the attribute, '' removes it. */
const compareProducts = (isSaleGiven: boolean) =>
  unprepared(`create temp table import_product_change on commit drop as
  select coalesce(i.product_id, i.new_id) as id, i.product_id is null as is_new, i.line, i.item_code, i.color_code,
    w.item_description, w.color_description, b.id as brand_id, c.id as category_id, w.attributes, ${textColumns.map((column) => `i.${column}`).join(', ')},
    s.is_active,
    i.product_id is not null and (
      s.is_active <> p.is_active or
      w.item_description <> p.item_description or w.color_description <> p.color_description
      or b.id <> p.brand_id or c.id <> p.category_id or ${textColumns.map((column) => `i.${column} <> p.${column}`).join(' or ')}
      or jsonb_strip_nulls(p.attributes || w.attributes) <> p.attributes
    ) is true as is_changed
  from import_product i
  left join products p on p.tenant_id = $1 and p.id = i.product_id
  cross join lateral (
    select coalesce(jsonb_object_agg(a.name, nullif(a.value, '')) filter (where a.value is not null), '{}') as attributes
    from unnest($2::text[], i.attributes) a (name, value)) g
  cross join lateral (
    select ${orStored('i.item_description', 'p.item_description')} as item_description,
      ${orStored('i.color_description', 'p.color_description')} as color_description,
      case when jsonb_strip_nulls(p.attributes || g.attributes) <> p.attributes then (
        select jsonb_object_agg(a.name, nullif(${orStored('a.value', 'p.attributes->>a.name')}, ''))
        from unnest($2::text[], i.attributes) a (name, value) where a.value is not null)
      else g.attributes end as attributes) w
  left join (${isSaleGiven ? onSale : 'select null::uuid as id, null::boolean as is_active where false'}) s
    on s.id = coalesce(i.product_id, i.new_id)
  left join import_brand b on b.name = i.brand_name
  left join import_category c on c.full_name = i.category_name`)

const isCode = (column: string) => codeColumns.some((code) => code.column === column)
const plainColumns = variantFileColumns.flatMap(({ name, column }) =>
  isCode(column) || name === 'inventory' ? [] : column,
)
const codes = codeColumns.map(({ column }) => column)
const lotDescription = `${orStored('l.lot_description', 'l.old_lot_description')} as lot_description`

/**
 * $2: whether the file describes products completely; then variants are renumbered if the row order differs,
 * otherwise new ones go last. After a check, $3 is its run: stock moved by orders since (the row still has its
 * timestamp) is added to the file's stock.
 */
function compareVariants(isChecked: boolean): Statement {
  const moved =
    '(n.file_inventory is not null and v.inventory <> d.stock_read and v.updated_at = d.stamp) is true'
  const wanted = isChecked
    ? `case when ${moved} then greatest(0, n.file_inventory + v.inventory - d.stock_read) else n.file_inventory end`
    : 'n.file_inventory'
  return unprepared(`create temp table import_variant_change on commit drop as
  select n.*, w.inventory, ${codes.map((code) => `v.${code} as old_${code}`).join(', ')}, v.inventory as old_inventory, v.updated_at as stamp,
    ${isChecked ? moved : 'false'} as is_moved,
    not n.is_new and (
      w.inventory <> v.inventory or ${codes.map((code) => `n.${code} <> coalesce(v.${code}, '')`).join(' or ')} or n.sort_order <> v.sort_order
      or ${plainColumns.map((column) => `n.${column} <> v.${column}`).join(' or ')}
    ) is true as is_changed
  from (
    select coalesce(l.variant_id, l.new_variant_id) as id, l.variant_id is null as is_new, l.line,
      q.id as product_id, l.item_code, l.color_code, l.size, l.lot_code,
      ${plainColumns.map((column) => (column === 'lot_description' ? lotDescription : `l.${column}`)).join(', ')},
      ${codes.map((code) => `l.${code}`).join(', ')}, l.inventory as file_inventory, l.amounts, l.currencies,
      case when $2::boolean and not bool_and(l.position = l.place) over (partition by l.item_code, l.color_code)
        then l.position
        when l.variant_id is null then l.position + coalesce((
          select max(s.sort_order) from variants s where s.tenant_id = $1 and s.product_id = l.product_id), 0)
      end::int as sort_order
    from (
      select *, row_number() over (partition by item_code, color_code order by line, new_variant_id) as position,
        row_number() over (partition by item_code, color_code
          order by old_sort_order, case when variant_id is not null then size end,
            case when variant_id is not null then lot_code end, line, new_variant_id) as place
      from import_line
    ) l
    join import_product_change q on q.item_code = l.item_code and q.color_code = l.color_code
  ) n
  left join variants v on v.tenant_id = $1 and v.id = n.id and not n.is_new
  ${isChecked ? `left join catalogue_changes d on d.tenant_id = $1 and d.set_id = $3::uuid and d.entity = 'variant' and d.id = n.id` : ''}
  cross join lateral (select ${wanted} as inventory) w`)
}

/** $2: groups of the price columns. */
const comparePrices = unprepared(`create temp table import_price_change on commit drop as
  select n.*, case when n.amount_minor is null then 'removed' when r.variant_id is null then 'added'
      when n.amount_minor <> r.amount_minor or n.currency_code <> r.currency_code then 'changed'
      else 'unchanged' end as action
  from (
    select c.id as variant_id, c.product_id, g.name as price_group,
      c.amounts[g.position] as amount_minor, c.currencies[g.position] as currency_code
    from import_variant_change c cross join unnest($2::text[]) with ordinality g (name, position)
  ) n
  left join prices r on r.tenant_id = $1 and r.variant_id = n.variant_id and r.price_group = n.price_group
  where n.amount_minor is not null or r.variant_id is not null`)

/**
 * Parallel arrays: $2 item codes, $3 colour codes, $4 file names, $5 content hashes, $6 whether the product's other
 * photos are removed. A photo without hash was not found: it stays if stored under that name.
 */
const compareImages = unprepared(`create temp table import_image_change on commit drop as
  with named as (
    select q.id as product_id, n.file_name, n.content_hash, n.replaces, n.position
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[]) with ordinality
      n (item_code, color_code, file_name, content_hash, replaces, position)
    join import_product_change q on q.item_code = n.item_code and q.color_code = n.color_code
  ), present as (
    select i.product_id, i.file_name, i.content_hash, i.sort_order from product_images i
    where i.tenant_id = $1 and i.product_id in (select product_id from named)
  ), wanted as (
    select n.product_id, n.file_name, coalesce(n.content_hash, i.content_hash) as content_hash, n.position
    from named n left join present i on i.product_id = n.product_id and i.file_name = n.file_name
    where coalesce(n.content_hash, i.content_hash) is not null
    union all
    -- After the named ones; no list is as long as that.
    select i.product_id, i.file_name, i.content_hash, 1000000000 + i.sort_order from present i
    where i.product_id in (select product_id from named where not replaces)
      and not exists (select from named n where n.product_id = i.product_id and n.file_name = i.file_name)
  ), ordered as (
    select product_id, file_name, content_hash,
      row_number() over (partition by product_id order by position, file_name)::int as sort_order
    from wanted)
  select product_id, file_name, o.content_hash, o.sort_order,
    case when o.content_hash is null then 'removed' when i.content_hash is null then 'added'
      when o.content_hash <> i.content_hash or o.sort_order <> i.sort_order then 'changed'
      else 'unchanged' end as action
  from ordered o full join present i using (product_id, file_name)`)

/** Products with any change, and whether figures change. */
const collectTouchedProducts = unprepared(`create temp table import_touched on commit drop as
  select id, bool_or(is_new) as is_new, bool_or(is_restocked) as is_restocked, bool_or(is_repriced) as is_repriced
  from (
    select id, is_new, false as is_restocked, false as is_repriced from import_product_change where is_new or is_changed
    union all select product_id, false, true, is_new from import_variant_change where is_new or is_changed
    union all select product_id, false, false, true from import_price_change where action <> 'unchanged'
    union all select product_id, false, false, false from import_image_change where action <> 'unchanged') changed
  group by id`)

const countDifferences = unprepared(`with kinds as (
    select 'products' as kind, is_new as added, is_changed as changed from import_product_change
    union all select 'variants', is_new, is_changed from import_variant_change
    union all select 'prices', action = 'added', action in ('changed', 'removed') from import_price_change
    union all select 'images', action = 'added', action in ('changed', 'removed') from import_image_change
    union all select 'texts', action = 'added', action in ('changed', 'removed') from import_text_change)
  select kind, count(*) filter (where added)::int as added, count(*) filter (where changed)::int as changed,
    count(*) filter (where not added and not changed)::int as unchanged
  from kinds group by kind`)

export type Merged = Pick<
  ImportReport,
  'products' | 'variants' | 'prices' | 'images' | 'texts' | 'brandsAdded' | 'categoriesAdded'
>

export const nothingMerged = (): Merged => ({
  products: { added: 0, changed: 0, unchanged: 0 },
  variants: { added: 0, changed: 0, unchanged: 0 },
  prices: { added: 0, changed: 0, unchanged: 0 },
  images: { added: 0, changed: 0, unchanged: 0 },
  texts: { added: 0, changed: 0, unchanged: 0 },
  brandsAdded: 0,
  categoriesAdded: 0,
})

/** Compares the staged rows with the catalogue. `runId`: the run of a previous check. */
export async function compareRows(
  tx: BulkTx,
  columns: Columns,
  options: { images: ImageList; runId?: string | undefined; onStep: OnStep },
): Promise<Merged> {
  const { images, runId } = options
  let done = 0
  const step = () => options.onStep((done += 1), 6)
  const attributes = columns.attributes.map(({ name }) => name)

  await tx.temporary(createProducts(attributes.length))
  const brandsAdded = await resolveBrands(tx)
  const categoriesAdded = await resolveCategories(tx)
  step()
  await tx.query(compareProducts(columns.at.has('isActive')), attributes)
  step()
  const checked = runId === undefined ? [] : [runId]
  await tx.query(compareVariants(runId !== undefined), describesProducts(columns), ...checked)
  step()
  const groups = columns.prices.map(({ group }) => group)
  await tx.query(comparePrices, groups)
  step()
  const { itemCodes, colorCodes, fileNames, hashes, replaces } = images
  await tx.query(compareImages, itemCodes, colorCodes, fileNames, hashes, replaces)
  await tx.query(compareTexts)
  await tx.temporary(collectTouchedProducts)
  step()
  const counts = await tx.temporary<{ kind: keyof Merged } & Counts>(countDifferences)
  step()
  const merged = { ...nothingMerged(), brandsAdded, categoriesAdded }
  for (const { kind, ...count } of counts) Object.assign(merged, { [kind]: count })
  return merged
}

export type OnStep = (done: number, total: number) => void

/** Whether the file describes products completely; then its row order is the order of sizes. */
function describesProducts({ at, identity }: Columns): boolean {
  return identity === 'codes' && at.has('brandName') && at.has('categoryName') && at.has('itemDescription')
}
