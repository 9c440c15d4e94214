import { prepared } from '#server/db/statement.ts'

/*
 * Figures stored with each product for lists and facets. Code that changes a variant or price updates them in the
 * same transaction: orders by counting (`takeStock`), everything else by recomputing after its writes. Products lock
 * before their variants, so figures cannot change during recomputation.
 */

/**
 * For statements over many products. Send them unprepared: a plan made while tables were small reads a whole table for
 * each row. Let them have generic plans: one for a tenant filled just now, without statistics, expects no rows.
 * Citus distributes only what it plans with its values.
 */
export const setPlanMode = prepared(
  `select set_config('plan_cache_mode', $2, true) from (select $1::uuid) tenant
   where not exists (select from pg_extension where extname = 'citus')`,
)

/**
 * SQL: whether the price `r` of the variant `v` is one in the shop: a price of 0 is none, unless the office marked a free
 * sample.
 */
export const isPriced = (variant = 'v') => `(r.amount_minor > 0 or ${variant}.is_free_sample)`

export const stockOf = (id: string) => `
  select count(*)::integer as variants_in_stock from variants v
  where v.tenant_id = $1 and v.product_id = ${id} and v.is_active and v.inventory > 0`

/**
 * SQL of prices by group; fully_priced_in is null if no variant is active. `offset 0` forces a price lookup per
 * variant instead of a scan of the group.
 */
export const lowestOf = (id: string) => `
  select coalesce(jsonb_object_agg(price_group, amount_minor) filter (where price_group is not null), '{}') as lowest_prices,
    coalesce(jsonb_object_agg(price_group, currency_code) filter (where price_group is not null), '{}') as lowest_currencies,
    coalesce(array_agg(price_group order by price_group) filter (where price_group is not null and priced = variants),
             case when count(*) > 0 then '{}'::text[] end) as fully_priced_in
  from (
    select distinct on (r.price_group) r.price_group, r.amount_minor, r.currency_code, v.variants,
      count(*) over (partition by r.price_group) as priced
    from (
      select v.id, v.is_free_sample, count(*) over () as variants from variants v
      where v.tenant_id = $1 and v.product_id = ${id} and v.is_active
    ) v left join lateral (
      select * from prices r where r.tenant_id = $1 and r.variant_id = v.id and ${isPriced()} offset 0) r on true
    order by r.price_group, r.amount_minor, r.currency_code) lowest`

/** SQL; stored by code that writes photos. */
export const hasPhoto = (id: string) =>
  `exists (select from product_images i where i.tenant_id = $1 and i.product_id = ${id})`

/** Recomputes figures of locked products; writes only differences. */
export const writeFigures = prepared(`
  update products p set variants_in_stock = s.variants_in_stock, lowest_prices = l.lowest_prices,
    lowest_currencies = l.lowest_currencies, fully_priced_in = l.fully_priced_in
  from unnest($2::uuid[]) t (id) cross join lateral (${stockOf('t.id')}) s cross join lateral (${lowestOf('t.id')}) l
  where p.tenant_id = $1 and p.id = t.id
    and (p.variants_in_stock, p.lowest_prices, p.lowest_currencies, p.fully_priced_in) is distinct from
      (s.variants_in_stock, l.lowest_prices, l.lowest_currencies, l.fully_priced_in)`)
