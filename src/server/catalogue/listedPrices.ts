import { prepared } from '#server/db/statement.ts'

/** Makes listed_prices follow products; `ids` is SQL of a table with `id`. Send it after whatever writes products. */
export const keepListedPrices = (ids: string) => `
  with now as materialized (
    select p.id as product_id, r.key as price_group, p.lowest_currencies->>r.key as currency_code,
           r.value::bigint as amount_minor, p.item_code, p.color_code, p.brand_id, p.category_id, p.facet_keys
    from (${ids}) t join products p on p.tenant_id = $1 and p.id = t.id
    cross join lateral jsonb_each_text(p.lowest_prices) r where p.is_active
  ), gone as (
    delete from listed_prices l using (${ids}) t
    where l.tenant_id = $1 and l.product_id = t.id and not exists (
      select from now n where n.product_id = l.product_id and n.price_group = l.price_group)
  )
  insert into listed_prices as l (tenant_id, price_group, product_id, currency_code, amount_minor, item_code, color_code,
                                  brand_id, category_id, facet_keys)
  select $1, price_group, product_id, currency_code, amount_minor, item_code, color_code, brand_id, category_id, facet_keys
  from now
  on conflict (tenant_id, product_id, price_group) do update set currency_code = excluded.currency_code,
    amount_minor = excluded.amount_minor, item_code = excluded.item_code, color_code = excluded.color_code,
    brand_id = excluded.brand_id, category_id = excluded.category_id, facet_keys = excluded.facet_keys
  where (l.currency_code, l.amount_minor, l.item_code, l.color_code, l.brand_id, l.category_id, l.facet_keys) is distinct from
    (excluded.currency_code, excluded.amount_minor, excluded.item_code, excluded.color_code, excluded.brand_id,
     excluded.category_id, excluded.facet_keys)`

/** For products by id. */
export const listPricesById = prepared(keepListedPrices('select id from unnest($2::uuid[]) given (id)'))
