import type { Statement } from '#server/db/statement.ts'

/*
 * Undoing what a run did to sizes, lots and their prices. `put` of undo_variant has the fields that go back to what they
 * were (null: there was nothing), `keep` those that somebody has changed since, with what stands there.
 */

export const lock: Statement = {
  text: `select count(*) from (
    select v.id from variants v
    where v.tenant_id = $1 and v.id in (
      select c.id from import_changes c
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.state in ('new', 'changed'))
    order by v.id for no key update) locked`,
}

/** A variant's fields as import_changes has them. */
const fields = `jsonb_strip_nulls(jsonb_build_object(
    'inventory', v.inventory, 'barcode', v.barcode, 'lotDescription', v.lot_description,
    'piecesPerLot', v.pieces_per_lot, 'lotSizes', v.lot_sizes, 'sortOrder', v.sort_order)) || coalesce((
      select jsonb_object_agg('price' || r.price_group,
        jsonb_build_object('amount', r.amount_minor, 'currency', r.currency_code))
      from prices r where r.tenant_id = $1 and r.variant_id = v.id), '{}')`

/** Stock that only orders have moved since goes back all the same, by the difference: the row has the run's stamp still. */
export const compare: Statement = {
  text: `create temp table undo_variant on commit drop as
    select n.id, n.product_id, n.stock_back,
      coalesce((select jsonb_object_agg(k, n.before->k) from jsonb_object_keys(n.noted) k
        where n.now->k is not distinct from n.after->k or (k = 'inventory' and n.is_stamped)), '{}') as put,
      coalesce((select jsonb_object_agg(k, n.now->k) from jsonb_object_keys(n.noted) k
        where n.now->k is distinct from n.after->k and not (k = 'inventory' and n.is_stamped)), '{}') as keep
    from (
      select c.id, v.product_id, coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after,
        coalesce(c.before, '{}') || coalesce(c.after, '{}') as noted, ${fields} as now, v.updated_at = $3 as is_stamped,
        (c.before->>'inventory')::int - (c.after->>'inventory')::int as stock_back
      from import_changes c join variants v on v.tenant_id = $1 and v.id = c.id
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.state = 'changed'
    ) n`,
}

/** What the run added: whether somebody has changed it since, and whether anything holds on to it. */
export const compareNew = (held: string): Statement => ({
  text: `create temp table undo_new_variant on commit drop as
    select x.id, x.product_id, case when x.is_changed then 'kept' when ${held} then 'deactivated' else 'removed' end as note,
      x.now
    from (
      select c.id, v.product_id, ${fields} as now,
        (${fields}) - 'inventory' - 'sortOrder' - 'lotSizes'
            - case when v.lot_description = '' then 'lotDescription' else '' end
            - case when v.pieces_per_lot = 1 then 'piecesPerLot' else '' end
          <> c.after - 'inventory' - case when v.pieces_per_lot = 1 then 'piecesPerLot' else '' end
          or (v.inventory <> (c.after->>'inventory')::int and v.updated_at <> $3) as is_changed
      from import_changes c join variants v on v.tenant_id = $1 and v.id = c.id
      where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.state = 'new'
    ) x`,
})

/**
 * A barcode that somebody else has now stays with them, and so on along the chain of those who would pass theirs on.
 * What is removed has none any more.
 */
export const keepTakenBarcodes: Statement = {
  text: `with recursive claim as (
      select u.id, o.id as owner_id, p.id is not null as passes
      from undo_variant u
      join variants o on o.tenant_id = $1 and o.barcode = u.put->>'barcode' and o.id <> u.id
      left join undo_variant p on p.id = o.id and p.put ? 'barcode'
      where not exists (select from undo_new_variant n where n.id = o.id and n.note = 'removed')
    ), taken as (
      select id from claim where not passes
      union
      select c.id from claim c join taken t on t.id = c.owner_id)
    update undo_variant u set put = u.put - 'barcode', keep = u.keep || jsonb_build_object('barcode', v.barcode)
    from taken t join variants v on v.tenant_id = $1 and v.id = t.id where u.id = t.id`,
}

const priceGroup = `substr(k, length('price') + 1)`

export const deletePrices: Statement = {
  text: `delete from prices r using (
      select u.id, ${priceGroup} as price_group from undo_variant u cross join lateral jsonb_object_keys(u.put) k
      where k like 'price%' and u.put->k = 'null') g
    where r.tenant_id = $1 and r.variant_id = g.id and r.price_group = g.price_group`,
}
export const putPrices: Statement = {
  text: `insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
    select $1, u.id, ${priceGroup}, u.put->k->>'currency', (u.put->k->>'amount')::bigint
    from undo_variant u cross join lateral jsonb_object_keys(u.put) k
    where k like 'price%' and u.put->k <> 'null'
    on conflict (tenant_id, variant_id, price_group) do update
      set currency_code = excluded.currency_code, amount_minor = excluded.amount_minor`,
}
export const deleteNewPrices: Statement = {
  text: `delete from prices r using undo_new_variant n
    where r.tenant_id = $1 and r.variant_id = n.id and n.note = 'removed'`,
}
export const deleteNew: Statement = {
  text: `delete from variants v using undo_new_variant n
    where v.tenant_id = $1 and v.id = n.id and n.note = 'removed'`,
}
export const deactivateNew: Statement = {
  text: `update variants v set is_active = false, updated_at = $2::timestamptz from undo_new_variant n
    where v.tenant_id = $1 and v.id = n.id and n.note = 'deactivated'`,
}
/** Uniqueness is judged row by row: barcodes that go back to another variant are free in between. */
export const freeBarcodes: Statement = {
  text: `update variants v set barcode = null from undo_variant u
    where v.tenant_id = $1 and v.id = u.id and u.put ? 'barcode'`,
}
export const restore: Statement = {
  text: `update variants v set
      inventory = case when u.put ? 'inventory' then greatest(0, v.inventory + u.stock_back) else v.inventory end,
      barcode = case when u.put ? 'barcode' then u.put->>'barcode' else v.barcode end,
      lot_description = coalesce(u.put->>'lotDescription', v.lot_description),
      pieces_per_lot = coalesce((u.put->>'piecesPerLot')::int, v.pieces_per_lot),
      lot_sizes = coalesce(u.put->'lotSizes', v.lot_sizes),
      sort_order = coalesce((u.put->>'sortOrder')::int, v.sort_order), updated_at = $2::timestamptz
    from undo_variant u
    where v.tenant_id = $1 and v.id = u.id
      and u.put ?| array['inventory', 'barcode', 'lotDescription', 'piecesPerLot', 'lotSizes', 'sortOrder']`,
}

export const note: Statement = {
  text: `update import_changes c set note = 'kept', kept = u.keep from undo_variant u
    where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.id = u.id and u.keep <> '{}'`,
}
export const noteNew: Statement = {
  text: `update import_changes c set note = u.note, kept = case when u.note = 'kept' then u.now end
    from undo_new_variant u
    where c.tenant_id = $1 and c.run_id = $2 and c.entity = 'variant' and c.id = u.id`,
}
