-- What the shop's lists are cut from and counted by, so that a page costs the same in a catalogue of any size: all that a
-- list narrows, sorts and counts by stands in an index in the list's order. No index takes text of any length: facet
-- values stand in it as keys, the attribute's number before the first 56 bits of the value's MD5.
do $$
declare
  keys text := (
    select string_agg(format(
      $key$case when attributes->>'attribute%s' <> '' then ('x' || lpad(to_hex(%s), 2, '0') || left(md5(attributes->>'attribute%s'), 14))::bit(64)::bigint end$key$,
      to_char(n, 'FM00'), n, to_char(n, 'FM00')), ', ' order by n)
    from generate_series(1, 10) n);
  covered text := 'brand_id, category_id, is_sold_out, facet_keys, lowest_prices, lowest_currencies) where is_active';
begin
  execute format(
    'alter table products add column facet_keys bigint[] not null generated always as (array_remove(array[%s], null)) stored', keys);
  execute 'create index products_by_code on products (tenant_id, item_code collate "C", color_code collate "C") include (id, ' || covered;
  execute 'create index products_of_brand on products (tenant_id, brand_id, item_code collate "C", color_code collate "C") include (id, '
    || replace(covered, 'brand_id, ', '');
  execute 'create index products_of_category on products (tenant_id, category_id, item_code collate "C", color_code collate "C") include (id, '
    || replace(covered, 'category_id, ', '');
  execute 'create index products_newest on products (tenant_id, id) include (' || covered;
  execute 'create index products_named on products (tenant_id, item_description collate "tr-x-icu", item_code collate "C", color_code collate "C") include (id, '
    || covered;
end $$;

-- The lowest price of each active product by price group, in the order of lists by price. Follows products.lowest_prices;
-- src/server/catalogue/listedPrices.ts keeps it.
create table listed_prices (
  tenant_id uuid not null,
  price_group text not null,
  product_id uuid not null,
  currency_code text not null collate "C",
  amount_minor bigint not null,
  item_code text not null collate "C",
  color_code text not null collate "C",
  brand_id uuid not null,
  category_id uuid not null,
  facet_keys bigint[] not null,
  primary key (tenant_id, product_id, price_group),
  foreign key (tenant_id, product_id) references products (tenant_id, id)
);
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    insert into listed_prices
    select tenant, r.key, p.id, p.lowest_currencies->>r.key, r.value::bigint, p.item_code, p.color_code, p.brand_id, p.category_id,
      p.facet_keys
    from products p cross join lateral jsonb_each_text(p.lowest_prices) r
    where p.tenant_id = tenant and p.is_active;
  end loop;
end $$;
create index listed_prices_in_order on listed_prices (tenant_id, price_group, currency_code, amount_minor, item_code, color_code)
  include (product_id, brand_id, category_id, facet_keys);
alter table listed_prices enable row level security;
alter table listed_prices force row level security;
create policy tenant on listed_prices
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on listed_prices to toptan_app;

-- The words of all products, folded, each with the products that have it while these are few; null once they are more than
-- src/server/catalogue/searchWords.ts looks at one by one. Nothing is taken out: a reader checks what it finds. Keys of
-- facets stand among them, behind a character that nobody types.
create table search_words (
  tenant_id uuid not null references tenants (id),
  word text not null collate "C",
  product_ids uuid[],
  primary key (tenant_id, word)
) with (fillfactor = 80);
-- Where each word can be entered: row-level security keeps LIKE from any index, but not comparisons.
create table search_endings (
  tenant_id uuid not null references tenants (id),
  ending text not null collate "C",
  word text not null collate "C",
  primary key (tenant_id, ending, word)
);
do $$
declare
  name text;
begin
  foreach name in array array['search_words', 'search_endings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (tenant_id = current_setting('app.tenant_id')::uuid)
      with check (tenant_id = current_setting('app.tenant_id')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to toptan_app', name);
  end loop;
end $$;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    insert into search_words
    select tenant, case when length(w.word) > 100 then left(w.word, 60) || md5(w.word) else w.word end,
      case when count(distinct p.id) <= 100 then array_agg(distinct p.id) end
    from products p cross join lateral regexp_split_to_table(p.search_text, '\s+') w (word)
    where p.tenant_id = tenant and w.word <> ''
    group by 1, 2;
    insert into search_endings
    select distinct tenant, substr(w.word, n, 40), case when length(w.word) > 100 then left(w.word, 60) || md5(w.word) else w.word end
    from (
      select distinct w.word from products p cross join lateral regexp_split_to_table(p.search_text, '\s+') w (word)
      where p.tenant_id = tenant and w.word <> '') w
    cross join lateral generate_series(1, length(w.word)) n;
    insert into search_words
    select tenant, e'\x01' || k.key, case when count(*) <= 100 then array_agg(p.id) end
    from products p cross join lateral unnest(p.facet_keys) k (key)
    where p.tenant_id = tenant group by 1, 2;
  end loop;
end $$;
