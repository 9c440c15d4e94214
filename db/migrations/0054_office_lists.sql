-- What the office's lists are narrowed, searched and sorted by, so that a page costs the same in a shop of any size.

-- No index takes an array of any length: brands of an order with more than 20 are null here and stand in an index of their
-- own. A guest's name is folded as searches are.
alter table orders
  add column few_brand_ids uuid[] generated always as (case when cardinality(brand_ids) <= 20 then brand_ids end) stored,
  add column guest_name text generated always as (lower(translate(guest->>'name', 'İIı', 'iii'))) stored;
create index orders_of_many_brands on orders (tenant_id, id) where few_brand_ids is null;
create index orders_of_guests on orders (tenant_id, number) include (id, guest_name) where guest_name is not null;

-- Two indexes that exist anyway also hold what orders are counted by. Further ones would be written with every order.
alter table orders drop constraint orders_tenant_id_number_key;
alter table orders add constraint orders_numbers unique (tenant_id, number) include (id, account_id, order_type, state);
drop index orders_placed_at;
create index orders_placed_at on orders (tenant_id, placed_at desc, number desc) include (id, few_brand_ids);
create index orders_transferred on orders (tenant_id, transferred_at, number);
-- Few orders are cancelled.
create index orders_cancelled on orders (tenant_id, placed_at desc, number desc) include (id, account_id) where state = 'cancelled';

-- Stands for the set of price groups, of which a shop has few: comparisons of numbers may use an index under row-level
-- security, those of arrays may not.
alter table products
  add column priced_key bigint generated always as (hash_array_extended(fully_priced_in, 0)) stored;
create index products_priced on products (tenant_id, priced_key, is_active, deleted_at);

-- In the order of codes, with what lists are narrowed by.
alter table products drop constraint products_codes;
alter table products add constraint products_codes unique (tenant_id, item_code, color_code)
  include (id, is_active, deleted_at, brand_id, category_id, is_sold_out, priced_key);
drop index products_brand;
create index products_brand on products (tenant_id, brand_id, item_code, color_code)
  include (id, is_active, deleted_at, category_id, is_sold_out);
drop index products_category;
create index products_category on products (tenant_id, category_id, item_code, color_code)
  include (id, is_active, deleted_at, brand_id, is_sold_out);
create index products_inactive on products (tenant_id, item_code, color_code) where not is_active and deleted_at is null;
-- An import gives thousands the same time: codes are part of the order.
create index products_updated on products (tenant_id, updated_at, item_code, color_code);
