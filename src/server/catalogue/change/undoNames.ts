import { type Statement, unprepared } from '#server/db/statement.ts'

/* Deletes added brands and categories unless referenced or renamed. */

const added = (entity: 'brand' | 'category') => `
  select c.id, c.name from catalogue_changes c
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = '${entity}' and c.state = 'new'`

/** Only if the set also added everything below the category. */
export const findCategories = (held: string): Statement =>
  unprepared(`create temp table undo_category on commit drop as
  with own as (
    select x.id, x.path from categories x join (${added('category')}) a on a.id = x.id and a.name = x.full_name
    where x.tenant_id = $1 and not ${held})
  select o.id from own o
  where not exists (
    select from categories below where below.tenant_id = $1 and below.path @> array[o.id]
      and below.id not in (select id from own))`)
export const deleteCategories = unprepared(
  `delete from categories c using undo_category u where c.tenant_id = $1 and c.id = u.id`,
)
export const findBrands = (held: string): Statement =>
  unprepared(`create temp table undo_brand on commit drop as
  select x.id from brands x join (${added('brand')}) a on a.id = x.id and a.name = x.name
  where x.tenant_id = $1 and not ${held}`)
export const deleteBrands = unprepared(
  `delete from brands b using undo_brand u where b.tenant_id = $1 and b.id = u.id`,
)
/** Already deleted rows get no note. */
export const note = unprepared(`update catalogue_changes c set note = case
    when c.id in (select id from undo_brand union all select id from undo_category) then 'removed' else 'kept' end
  where c.tenant_id = $1 and c.set_id = $2 and c.entity in ('brand', 'category') and c.state = 'new'
    and (c.id in (select id from undo_brand union all select id from undo_category)
      or exists (select from brands b where b.tenant_id = $1 and b.id = c.id)
      or exists (select from categories g where g.tenant_id = $1 and g.id = c.id))`)
