import { type Statement, unprepared } from '#server/db/statement.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import { productSide } from './fields.ts'

/** Includes products of changed variants: products lock before variants, see stock.ts of orders. */
export const lock = unprepared(`select count(*) from (
  select p.id from products p
  where p.tenant_id = $1 and p.id in (
    select c.id from catalogue_changes c
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.state in ('new', 'changed')
    union all
    select c.product_id from catalogue_changes c
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state in ('new', 'changed', 'removed')
    union all
    select v.product_id from catalogue_changes c join variants v on v.tenant_id = $1 and v.id = c.id
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state in ('new', 'changed'))
  order by p.id for no key update) locked`)

/** Change rows mention deletion only when it changes. */
const productState = `${productSide} || jsonb_build_object('isDeleted', p.deleted_at is not null, 'wasActive', p.was_active)`

const withFields = `
  join products p on p.tenant_id = $1 and p.id = c.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories g on g.tenant_id = $1 and g.id = p.category_id`

/** SQL: whether a field is still as the set left it; a missing one is ''. */
const isSame = `nullif(n.now->k, '""') is not distinct from nullif(n.after->k, '""')`

/**
 * Brands and categories compare by id, so renames do not matter; deleted ones cannot come back. Photos may already be
 * cleaned up, unless ($3) the set is younger than their lifetime.
 */
export const compare = unprepared(`create temp table undo_product on commit drop as
  select n.id, n.now,
    coalesce((select jsonb_object_agg(k, n.before->k) from jsonb_object_keys(n.noted) k
      where ${isSame} and k not in ('brandName', 'categoryName')
        and n.there->k is distinct from 'false'), '{}') as put,
    coalesce((select jsonb_object_agg(replace(k, 'Id', 'Name'), n.now->replace(k, 'Id', 'Name'))
      from jsonb_object_keys(n.noted) k
      where k not in ('brandName', 'categoryName') and (not (${isSame})
        or n.there->k = 'false')),
      '{}') as keep
  from (
    select c.id, coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after,
      coalesce(c.before, '{}') || coalesce(c.after, '{}') as noted, ${productState} as now,
      jsonb_build_object(
        'brandId', exists (select from brands o where o.tenant_id = $1 and o.id = (c.before->>'brandId')::uuid),
        'categoryId',
          exists (select from categories o where o.tenant_id = $1 and o.id = (c.before->>'categoryId')::uuid),
        'photos', $3::boolean or not exists (
          select from jsonb_array_elements(c.before->'photos') was where not exists (
            select from photos f
            where f.tenant_id = $1 and f.content_hash = was->>1 and f.state <> 'going'))) as there
    from catalogue_changes c ${withFields}
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.state = 'changed'
  ) n`)

/** SQL: a side without the defaults of a new product, which rows may omit. */
const withoutDefaults = (side: string) => `(${side}) - 'brandName' - 'categoryName'
  - case when p.color_description = '' then 'colorDescription' else '' end
  ${productTextNames.map((name) => `- case when p.${productTexts[name].column} = '' then '${name}' else '' end`).join(' ')}
  - case when p.is_active then 'isActive' else '' end`

/** An added product is deleted if no variants are left and nobody changed it. */
export const compareNew = (held: string): Statement =>
  unprepared(`create temp table undo_new_product on commit drop as
  select x.id, x.now, case
    when x.has_active then '' when x.is_changed then 'kept'
    when x.has_variants or ${held} then 'deactivated' else 'removed' end as note
  from (
    select c.id, ${productState} as now,
      exists (select from variants v where v.tenant_id = $1 and v.product_id = p.id
        and v.id not in (select id from undo_new_variant where note = 'removed')) as has_variants,
      exists (select from variants v where v.tenant_id = $1 and v.product_id = p.id and v.is_active
        and v.id not in (select id from undo_new_variant where note <> 'kept')) as has_active,
      ${withoutDefaults(productSide)} <> jsonb_build_object('photos', '[]'::jsonb) || ${withoutDefaults('c.after')} as is_changed
    from catalogue_changes c ${withFields}
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.state = 'new'
  ) x`)
/** SQL: brand and category names of a side, if their ids go back. */
const namesBeside = (
  side: string,
) => `case when u.put ? 'brandId' then jsonb_build_object('brandName', ${side}->'brandName')
  else '{}' end || case when u.put ? 'categoryId' then jsonb_build_object('categoryName', ${side}->'categoryName') else '{}' end`

/** $2 the set, $3 the undo set, $4 its time. */
export const add =
  unprepared(`insert into catalogue_changes (tenant_id, set_id, entity, id, product_id, state, item_code, color_code, name, before,
    after, written_at)
  select $1, $3::uuid, 'product', u.id, u.id, 'changed', c.item_code, c.color_code, c.name,
    coalesce((select jsonb_object_agg(k, u.now->k) from jsonb_object_keys(u.put) k where u.now ? k), '{}')
      || ${namesBeside('u.now')},
    jsonb_strip_nulls(u.put) || ${namesBeside('c.before')}, $4::timestamptz
  from undo_product u
  join catalogue_changes c on c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.id = u.id
  where u.put <> '{}'
  union all
  select $1, $3::uuid, 'product', n.id, n.id, case n.note when 'removed' then 'removed' else 'changed' end, c.item_code,
    c.color_code, c.name, case n.note when 'removed' then n.now else '{"isActive": true}' end,
    case n.note when 'removed' then '{}' else '{"isActive": false}' end::jsonb, $4::timestamptz
  from undo_new_product n
  join catalogue_changes c on c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.id = n.id
  where n.note in ('removed', 'deactivated')`)

export const note =
  unprepared(`update catalogue_changes c set note = 'kept', kept = u.keep from undo_product u
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.id = u.id and u.keep <> '{}'`)
/** A product stays if any of its variants does. */
export const noteNew =
  unprepared(`update catalogue_changes c set note = case u.note when '' then 'kept' else u.note end,
    kept = case when u.note = 'kept' then u.now - 'brandId' - 'categoryId' end
  from undo_new_product u
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.id = u.id`)
