create table brands (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  image text not null default '',
  sort_order integer not null default 0,
  is_active boolean not null default true,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);

-- A tree. path holds the ids from the root down to the category itself, so that a whole branch is found
-- by one array condition; full_name ("Kadın > Elbise") is what files and people call it.
create table categories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  parent_id uuid,
  name text not null check (length(name) between 1 and 100),
  full_name text not null,
  path uuid[] not null,
  image text not null default '',
  sort_order integer not null default 0,
  is_active boolean not null default true,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, full_name),
  foreign key (tenant_id, parent_id) references categories (tenant_id, id)
);

-- One item in one colour: what a product card shows.
create table products (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  item_code text not null check (length(item_code) between 1 and 30),
  item_description text not null,
  color_code text not null check (length(color_code) <= 10),
  color_description text not null default '',
  brand_id uuid not null,
  category_id uuid not null,
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  is_active boolean not null default true,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, item_code, color_code),
  foreign key (tenant_id, brand_id) references brands (tenant_id, id),
  foreign key (tenant_id, category_id) references categories (tenant_id, id)
);
create index products_brand on products (tenant_id, brand_id, item_code, color_code);
create index products_category on products (tenant_id, category_id, item_code, color_code);

-- What is ordered: one size, or one lot (a fixed assortment of sizes sold whole), of a product.
-- inventory counts pieces for a size and lots for a lot; an order takes from it within its own transaction.
create table variants (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  product_id uuid not null,
  size text not null default '' check (length(size) <= 10),
  lot_code text not null default '' check (length(lot_code) <= 30),
  lot_description text not null default '',
  pieces_per_lot integer not null default 1 check (pieces_per_lot >= 1),
  barcode text check (length(barcode) between 1 and 50),
  inventory integer not null default 0 check (inventory >= 0),
  sort_order integer not null default 0,
  is_active boolean not null default true,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, product_id, size, lot_code),
  unique (tenant_id, barcode),
  foreign key (tenant_id, product_id) references products (tenant_id, id),
  check ((size = '') <> (lot_code = ''))
) with (fillfactor = 80);

-- Money is integer minor units (kuruş, cent).
create table prices (
  tenant_id uuid not null references tenants (id),
  variant_id uuid not null,
  price_group text not null check (length(price_group) between 1 and 20),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (tenant_id, variant_id, price_group),
  foreign key (tenant_id, variant_id) references variants (tenant_id, id)
);

-- Photos in their order; the file itself lies under its content's hash.
create table product_images (
  tenant_id uuid not null references tenants (id),
  product_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  sort_order integer not null,
  primary key (tenant_id, product_id, file_name),
  foreign key (tenant_id, product_id) references products (tenant_id, id)
);

-- Brands that a customer neither sees nor may order.
create table excluded_brands (
  tenant_id uuid not null references tenants (id),
  account_id uuid not null,
  brand_id uuid not null,
  primary key (tenant_id, account_id, brand_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands (tenant_id, id)
);

alter table brands enable row level security;
alter table brands force row level security;
create policy tenant on brands
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table categories enable row level security;
alter table categories force row level security;
create policy tenant on categories
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table products enable row level security;
alter table products force row level security;
create policy tenant on products
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table variants enable row level security;
alter table variants force row level security;
create policy tenant on variants
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table prices enable row level security;
alter table prices force row level security;
create policy tenant on prices
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table product_images enable row level security;
alter table product_images force row level security;
create policy tenant on product_images
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table excluded_brands enable row level security;
alter table excluded_brands force row level security;
create policy tenant on excluded_brands
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete
  on brands, categories, products, variants, prices, product_images, excluded_brands to toptan_app;
