-- What the office's lists of products are narrowed and sorted by, so that pages of a million sizes come out of an index.

-- Whether it has a photo, kept as the figures of 0019 are: src/server/catalogue/figures.ts says by whom. Most have one:
-- only the others are written.
alter table products add column has_photo boolean not null default true;

-- The owner is held by row-level security too: each tenant's products are written as that tenant.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    update products p set has_photo = false
    where p.tenant_id = tenant
      and not exists (select from product_images i where i.tenant_id = tenant and i.product_id = p.id);
  end loop;
end $$;
alter table products alter column has_photo set default false;
create index products_without_photo on products (tenant_id, item_code, color_code) where not has_photo;

-- As much of what a product is found by as an index has room for. Whoever searches goes through it from end to end,
-- a third of the table; where the text goes on behind it, the rest is looked up.
do $$
declare
  whole text := (
    select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = 'products'::regclass and a.attname = 'search_text');
begin
  execute format('alter table products add column search_start text not null generated always as (left(%s, 500)) stored', whole);
end $$;
create index products_search on products (tenant_id, item_code, color_code)
  include (id, is_active, deleted_at, brand_id, category_id, search_start);
create index products_search_long on products (tenant_id, id) where octet_length(search_start) >= 500;

-- Colours of an item have one name: they are put into order among themselves. By the name of their brand or category
-- products come brand by brand, category by category.
create index products_by_name on products (tenant_id, item_description collate "tr-x-icu");
create index brands_by_name on brands (tenant_id, name collate "tr-x-icu");
create index categories_by_name on categories (tenant_id, full_name collate "tr-x-icu");
