import { type Statement, unprepared } from '#server/db/statement.ts'
import { codeColumns } from '../variantCodes.ts'
import { variantColumns, variantSide } from './fields.ts'

/*
 * In undo_variant, `put` has the fields to restore (null: to empty), `keep` the current values of fields changed
 * since.
 */

/** Older rows lack written_at; then the time the set was applied ($3). */
const writtenAt = 'coalesce(c.written_at, $3)'

export const lock = unprepared(`select count(*) from (
  select v.id from variants v
  where v.tenant_id = $1 and v.id in (
    select c.id from catalogue_changes c
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state in ('new', 'changed'))
  order by v.id for no key update) locked`)

/** If only orders moved the stock (updated_at is still the set's), it goes back by the difference. */
export const compare = unprepared(`create temp table undo_variant on commit drop as
  select n.id, n.product_id, n.stock_back, n.now,
    coalesce((select jsonb_object_agg(k, n.before->k) from jsonb_object_keys(n.noted) k
      where n.now->k is not distinct from n.after->k or (k = 'inventory' and n.is_stamped)), '{}') as put,
    coalesce((select jsonb_object_agg(k, n.now->k) from jsonb_object_keys(n.noted) k
      where n.now->k is distinct from n.after->k and not (k = 'inventory' and n.is_stamped)), '{}') as keep
  from (
    select c.id, v.product_id, coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after,
      coalesce(c.before, '{}') || coalesce(c.after, '{}') as noted, ${variantSide} as now, v.updated_at = ${writtenAt} as is_stamped,
      (c.before->>'inventory')::int - (c.after->>'inventory')::int as stock_back
    from catalogue_changes c join variants v on v.tenant_id = $1 and v.id = c.id
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state = 'changed'
  ) n`)

/** SQL: a side without the defaults of a new variant, which rows may omit. */
const withoutDefaults = (side: string) =>
  `(${side}) - 'inventory' - 'sortOrder' - 'lotSizes'${variantColumns
    .filter(({ kind }) => kind !== 'stock' && kind !== 'lotSizes')
    .map(({ name, column, kind, empty }) => {
      if (kind === 'code') return ''
      if (kind === 'flag') return ` - '${name}'`
      const literal = typeof empty === 'string' ? `'${empty}'` : String(empty)
      return ` - case when v.${column} = ${literal} then '${name}' else '' end`
    })
    .join('')}`

export const compareNew = (held: string): Statement =>
  unprepared(`create temp table undo_new_variant on commit drop as
  select x.id, x.product_id, case when x.is_changed then 'kept' when ${held} then 'deactivated' else 'removed' end as note,
    x.now
  from (
    select c.id, v.product_id, ${variantSide} as now,
      ${withoutDefaults(variantSide)} <> ${withoutDefaults('c.after')}
        or (v.inventory <> (c.after->>'inventory')::int and v.updated_at <> ${writtenAt}) as is_changed
    from catalogue_changes c join variants v on v.tenant_id = $1 and v.id = c.id
    where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state = 'new'
  ) x`)

/**
 * Removed variants come back under their old id unless the product is gone or has that size again. A code taken
 * meanwhile stays with its owner.
 */
export const compareRemoved = unprepared(`create temp table undo_removed_variant on commit drop as
  select c.id, c.product_id, c.before${codeColumns
    .map(
      ({ name, column }) => ` - case when exists (
      select from variants o where o.tenant_id = $1 and o.${column} = c.before->>'${name}'
        and o.id not in (select id from undo_new_variant where note = 'removed'))
    then '${name}' else '' end`,
    )
    .join('')} as put
  from catalogue_changes c join products p on p.tenant_id = $1 and p.id = c.product_id
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state = 'removed'
    and not exists (
      select from variants o where o.tenant_id = $1 and o.product_id = c.product_id
        and o.size = case when c.is_lot then '' else c.size end and o.lot_code = case when c.is_lot then c.size else '' end
        and o.id not in (select id from undo_new_variant where note = 'removed'))`)

/**
 * Codes that other variants hold now stay there, including chains of variants that would have passed theirs on.
 */
export const keepTakenCodes = codeColumns.map(({ name, column }) =>
  unprepared(`with recursive claim as (
    select u.id, o.id as owner_id, p.id is not null as passes
    from undo_variant u
    join variants o on o.tenant_id = $1 and o.${column} = u.put->>'${name}' and o.id <> u.id
    left join undo_variant p on p.id = o.id and p.put ? '${name}'
    where not exists (select from undo_new_variant n where n.id = o.id and n.note = 'removed')
  ), taken as (
    select id from claim where not passes
    union
    select c.id from claim c join taken t on t.id = c.owner_id)
  update undo_variant u set put = u.put - '${name}', keep = u.keep || jsonb_build_object('${name}', v.${column})
  from taken t join variants v on v.tenant_id = $1 and v.id = t.id where u.id = t.id`),
)

const labelled = `c.item_code, c.color_code, c.size, c.is_lot, ''`
const columns = `tenant_id, set_id, entity, id, product_id, state, item_code, color_code, size, is_lot, name, before, after,
  written_at`

/** $2 the set, $3 the undo set, $4 its time. */
export const add = unprepared(`insert into catalogue_changes (${columns})
  select $1, $3::uuid, 'variant', u.id, u.product_id, 'changed', ${labelled}, u.before, jsonb_strip_nulls(
      u.put || case when u.put ? 'inventory'
        then jsonb_build_object('inventory', greatest(0, v.inventory + u.stock_back)) else '{}' end), $4::timestamptz
  from (
    select u.*, coalesce((select jsonb_object_agg(k, u.now->k) from jsonb_object_keys(u.put) k where u.now ? k), '{}') as before
    from undo_variant u) u
  join variants v on v.tenant_id = $1 and v.id = u.id
  join catalogue_changes c on c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.id = u.id
  where u.put <> '{}'
  union all
  select $1, $3::uuid, 'variant', n.id, n.product_id, case n.note when 'removed' then 'removed' else 'changed' end, ${labelled},
    case n.note when 'removed' then n.now else '{"isActive": true}' end,
    case n.note when 'removed' then '{}' else '{"isActive": false}' end::jsonb, $4::timestamptz
  from undo_new_variant n
  join catalogue_changes c on c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.id = n.id
  where n.note <> 'kept'
  union all
  select $1, $3::uuid, 'variant', r.id, r.product_id, 'new', ${labelled}, '{}', r.put, $4::timestamptz
  from undo_removed_variant r
  join catalogue_changes c on c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.id = r.id`)

export const note =
  unprepared(`update catalogue_changes c set note = 'kept', kept = u.keep from undo_variant u
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.id = u.id and u.keep <> '{}'`)
export const noteNew =
  unprepared(`update catalogue_changes c set note = u.note, kept = case when u.note = 'kept' then u.now end
  from undo_new_variant u
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.id = u.id`)

export const noteRemoved = unprepared(`update catalogue_changes c set note = 'kept'
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and c.state = 'removed'
    and c.id not in (select id from undo_removed_variant)`)
