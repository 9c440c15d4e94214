-- What lists and facets ask of all products at once, kept with each product, so that they need not go through the
-- sizes and prices. src/server/catalogue/figures.ts says how they are worked out, and who keeps them.
-- Room in each page, as variants have, for what orders write: no index then has to be told.
alter table products set (fillfactor = 90);
alter table products
  -- Its sizes and lots that are active and have inventory.
  add column variants_in_stock integer not null default 0 check (variants_in_stock >= 0),
  -- Moves only with the last of them, so that an index of it need not be told of each.
  add column is_sold_out boolean not null generated always as (variants_in_stock = 0) stored,
  -- The lowest price of its active sizes and lots, in stock or not, and that price's currency, by price group:
  -- {"CB": 12500} in minor units and {"CB": "TRY"}.
  add column lowest_prices jsonb not null default '{}' check (jsonb_typeof(lowest_prices) = 'object'),
  add column lowest_currencies jsonb not null default '{}' check (jsonb_typeof(lowest_currencies) = 'object'),
  -- The price groups in which none of its active sizes and lots is without a price; null where none is active.
  add column fully_priced_in text[],
  -- The attributes as facets count them, the last two digits of the name before the value: jsonb takes three times
  -- as long to take apart.
  add column facet_values text[] not null generated always as (array_remove(array[
    '01' || nullif(attributes->>'attribute01', ''), '02' || nullif(attributes->>'attribute02', ''),
    '03' || nullif(attributes->>'attribute03', ''), '04' || nullif(attributes->>'attribute04', ''),
    '05' || nullif(attributes->>'attribute05', ''), '06' || nullif(attributes->>'attribute06', ''),
    '07' || nullif(attributes->>'attribute07', ''), '08' || nullif(attributes->>'attribute08', ''),
    '09' || nullif(attributes->>'attribute09', ''), '10' || nullif(attributes->>'attribute10', '')
  ], null)) stored;

-- The owner is held by row-level security too: each tenant's products are written as that tenant.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    with offered as (
      select product_id, count(*) as variants, count(*) filter (where inventory > 0) as variants_in_stock
      from variants where tenant_id = tenant and is_active group by product_id
    ), lowest as (
      select distinct on (v.product_id, r.price_group) v.product_id, r.price_group, r.amount_minor, r.currency_code,
        count(*) over (partition by v.product_id, r.price_group) as priced
      from variants v join prices r on r.tenant_id = tenant and r.variant_id = v.id
      where v.tenant_id = tenant and v.is_active
      order by v.product_id, r.price_group, r.amount_minor, r.currency_code
    ), priced as (
      select product_id, jsonb_object_agg(price_group, amount_minor) as prices,
        jsonb_object_agg(price_group, currency_code) as currencies,
        array_agg(price_group order by price_group) filter (where priced = variants) as fully
      from lowest join offered using (product_id) group by product_id
    )
    update products p set variants_in_stock = o.variants_in_stock, lowest_prices = coalesce(l.prices, '{}'),
      lowest_currencies = coalesce(l.currencies, '{}'), fully_priced_in = coalesce(l.fully, '{}')
    from offered o left join priced l on l.product_id = o.product_id
    where p.tenant_id = tenant and p.id = o.product_id;
  end loop;
end $$;

-- The office looks for what is sold out by its code.
create index products_sold_out on products (tenant_id, item_code, color_code) where is_sold_out;
