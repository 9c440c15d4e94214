import { prepared, type Statement } from '#server/db/statement.ts'

/*
 * What lists and facets ask of all products at once is kept with each product: how many of its active sizes and lots
 * have inventory, the lowest price of these by price group, the groups in which none is without a price, and whether it
 * has a photo. Whether the product itself, its brand and its category are active, and for whom, is asked where it is read.
 *
 * Whoever changes a variant or a price keeps them, in the same transaction: an order counts on (`takeStock`), everybody
 * else works them out anew by what stands here, once the variants, prices and photos are written. Products are locked before
 * their variants, so nobody else can be changing what figures are worked out of.
 */

/**
 * Sent before the figures of many products are worked out. A tenant that was filled just now is in no statistics:
 * planned for its id, a statement is planned for no rows at all, and goes through all of its variants for each product.
 */
export const planForAnyTenant: Statement = { text: 'set local plan_cache_mode = force_generic_plan' }
export const planAsUsual: Statement = { text: 'set local plan_cache_mode = auto' }

/** SQL of the variants in stock of the product that `id` names. */
export const stockOf = (id: string) => `
  select count(*)::integer as variants_in_stock from variants v
  where v.tenant_id = $1 and v.product_id = ${id} and v.is_active and v.inventory > 0`

/**
 * SQL of the lowest prices and their currencies, by price group, of the product that `id` names, and of the groups in
 * which all of it is priced: null where nothing of it is active. `offset 0` keeps prices looked up by variant: planned
 * otherwise, all of a group are gone through in the order that is wanted.
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
      select v.id, count(*) over () as variants from variants v
      where v.tenant_id = $1 and v.product_id = ${id} and v.is_active
    ) v left join lateral (
      select * from prices r where r.tenant_id = $1 and r.variant_id = v.id offset 0) r on true
    order by r.price_group, r.amount_minor, r.currency_code) lowest`

/** SQL of whether `products p` has a photo. Whoever writes photos keeps it. */
export const hasPhoto = 'exists (select from product_images i where i.tenant_id = $1 and i.product_id = p.id)'

/** Works out the figures of products that the transaction has locked, and writes those that are not so already. */
export const writeFigures = prepared(`
  update products p set variants_in_stock = s.variants_in_stock, lowest_prices = l.lowest_prices,
    lowest_currencies = l.lowest_currencies, fully_priced_in = l.fully_priced_in
  from unnest($2::uuid[]) t (id) cross join lateral (${stockOf('t.id')}) s cross join lateral (${lowestOf('t.id')}) l
  where p.tenant_id = $1 and p.id = t.id
    and (p.variants_in_stock, p.lowest_prices, p.lowest_currencies, p.fully_priced_in) is distinct from
      (s.variants_in_stock, l.lowest_prices, l.lowest_currencies, l.fully_priced_in)`)
