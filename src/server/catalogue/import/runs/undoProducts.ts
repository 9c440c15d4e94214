import type { Statement } from '#server/db/statement.ts'
import { hasPhoto, lowestOf, stockOf } from '../../figures.ts'

/* Undoing what a run did to products and their photos, as undoVariants.ts does to sizes and lots. */

/** Those whose sizes or lots go back too: see stock.ts of the orders for the order in which all lock. */
export const lock: Statement = {
  text: `select count(*) from (
    select p.id from products p
    where p.tenant_id = $1 and p.id in (
      select c.id from import_changes c
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'product' and c.state in ('new', 'changed')
      union all
      select v.product_id from import_changes c join variants v on v.tenant_id = $1 and v.id = c.id
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.state in ('new', 'changed'))
    order by p.id for no key update) locked`,
}

/** A product's fields as import_changes has them. */
const fields = `jsonb_build_object('itemDescription', p.item_description, 'colorDescription', p.color_description,
    'brandName', b.name, 'brandId', p.brand_id, 'categoryName', g.full_name, 'categoryId', p.category_id,
    'photos', coalesce((
      select jsonb_agg(jsonb_build_array(i.file_name, i.content_hash) order by i.sort_order)
      from product_images i where i.tenant_id = $1 and i.product_id = p.id), '[]')) || p.attributes`

const withFields = `
  join products p on p.tenant_id = $1 and p.id = c.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories g on g.tenant_id = $1 and g.id = p.category_id`

/**
 * A brand or category is what its id says, however it is called by now. What is gone cannot come back; nor can photos
 * that nobody showed for too long, unless ($3) the import is younger than that.
 */
export const compare: Statement = {
  text: `create temp table undo_product on commit drop as
    select n.id,
      coalesce((select jsonb_object_agg(k, n.before->k) from jsonb_object_keys(n.noted) k
        where n.now->k is not distinct from n.after->k and k not in ('brandName', 'categoryName')
          and n.there->k is distinct from 'false'), '{}') as put,
      coalesce((select jsonb_object_agg(replace(k, 'Id', 'Name'), n.now->replace(k, 'Id', 'Name'))
        from jsonb_object_keys(n.noted) k
        where k not in ('brandName', 'categoryName') and (n.now->k is distinct from n.after->k
          or n.there->k = 'false')),
        '{}') as keep
    from (
      select c.id, coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after,
        coalesce(c.before, '{}') || coalesce(c.after, '{}') as noted, ${fields} as now,
        jsonb_build_object(
          'brandId', exists (select from brands o where o.tenant_id = $1 and o.id = (c.before->>'brandId')::uuid),
          'categoryId',
            exists (select from categories o where o.tenant_id = $1 and o.id = (c.before->>'categoryId')::uuid),
          'photos', $3::boolean or not exists (
            select from jsonb_array_elements(c.before->'photos') was where not exists (
              select from photos f
              where f.tenant_id = $1 and f.content_hash = was->>1 and f.state <> 'going'))) as there
      from import_changes c ${withFields}
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'product' and c.state = 'changed'
    ) n`,
}

export const deletePhotos: Statement = {
  text: `delete from product_images i using undo_product u
    where i.tenant_id = $1 and i.product_id = u.id and u.put ? 'photos'`,
}
export const putPhotos: Statement = {
  text: `insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
    select $1, u.id, f.photo->>0, f.photo->>1, f.position
    from undo_product u
    cross join lateral jsonb_array_elements(u.put->'photos') with ordinality f (photo, position)
    where u.put ? 'photos' on conflict do nothing`,
}
/** Once its photos are back: whether it has one is kept with it. */
export const restore: Statement = {
  text: `update products p set item_description = coalesce(u.put->>'itemDescription', p.item_description),
      color_description = coalesce(u.put->>'colorDescription', p.color_description),
      brand_id = coalesce((u.put->>'brandId')::uuid, p.brand_id),
      category_id = coalesce((u.put->>'categoryId')::uuid, p.category_id),
      attributes = jsonb_strip_nulls(p.attributes || coalesce((
        select jsonb_object_agg(k, u.put->k) from jsonb_object_keys(u.put) k where k like 'attribute%'), '{}')),
      updated_at = $2::timestamptz, version = p.version + 1, has_photo = ${hasPhoto}
    from undo_product u where p.tenant_id = $1 and p.id = u.id and u.put <> '{}'`,
}

/** Without sizes or lots a product that was added goes, unless somebody has changed it; with those left it stays. */
export const compareNew = (held: string): Statement => ({
  text: `create temp table undo_new_product on commit drop as
    select x.id, x.now, case
      when x.has_active then '' when x.is_changed then 'kept'
      when x.has_variants or ${held} then 'deactivated' else 'removed' end as note
    from (
      select c.id, ${fields} as now,
        exists (select from variants v where v.tenant_id = $1 and v.product_id = p.id) as has_variants,
        exists (select from variants v where v.tenant_id = $1 and v.product_id = p.id and v.is_active) as has_active,
        (${fields}) - 'brandName' - 'categoryName'
            - case when p.color_description = '' then 'colorDescription' else '' end
          <> jsonb_build_object('photos', '[]'::jsonb) || (c.after - 'brandName' - 'categoryName') as is_changed
      from import_changes c ${withFields}
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'product' and c.state = 'new'
    ) x`,
})
export const deleteNewPhotos: Statement = {
  text: `delete from product_images i using undo_new_product n
    where i.tenant_id = $1 and i.product_id = n.id and n.note = 'removed'`,
}
export const deleteNew: Statement = {
  text: `delete from products p using undo_new_product n
    where p.tenant_id = $1 and p.id = n.id and n.note = 'removed'`,
}
export const deactivateNew: Statement = {
  text: `update products p set is_active = false, updated_at = $2::timestamptz, version = p.version + 1
    from undo_new_product n
    where p.tenant_id = $1 and p.id = n.id and n.note = 'deactivated'`,
}
/** Cards whose sizes, lots or prices are not as they were, and their figures. */
export const touch: Statement = {
  text: `update products p set updated_at = $2::timestamptz,
      version = p.version + (p.updated_at is distinct from $2::timestamptz)::integer,
      variants_in_stock = s.variants_in_stock, lowest_prices = l.lowest_prices, lowest_currencies = l.lowest_currencies,
      fully_priced_in = l.fully_priced_in
    from (
      select u.product_id as id from undo_variant u where u.put <> '{}'
      union select n.product_id from undo_new_variant n where n.note <> 'kept'
    ) t cross join lateral (${stockOf('t.id')}) s cross join lateral (${lowestOf('t.id')}) l
    where p.tenant_id = $1 and p.id = t.id`,
}

export const note: Statement = {
  text: `update import_changes c set note = 'kept', kept = u.keep from undo_product u
    where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'product' and c.id = u.id and u.keep <> '{}'`,
}
/** One whose sizes or lots were kept stays for their sake. */
export const noteNew: Statement = {
  text: `update import_changes c set note = case u.note when '' then 'kept' else u.note end,
      kept = case when u.note = 'kept' then u.now - 'brandId' - 'categoryId' end
    from undo_new_product u
    where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'product' and c.id = u.id`,
}
