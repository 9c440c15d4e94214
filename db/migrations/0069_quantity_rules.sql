-- needs: 0062_operators.sql
-- How much of something an order must or may have; see docs/quantities.md. A size's own minimum stays with the size.
create table quantity_rules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  account_id uuid,
  price_group text,
  target text not null check (target in ('variant', 'item', 'brand', 'order')),
  variant_id uuid,
  item_code text,
  brand_id uuid,
  measure text not null check (measure in ('pieces', 'lots', 'amount')),
  currency_code text check (currency_code ~ '^[A-Z]{3}$'),
  minimum numeric(14, 2) check (minimum > 0),
  multiple numeric(14, 2) check (multiple > 0),
  maximum numeric(14, 2) check (maximum > 0),
  may_override boolean not null,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (account_id is null or price_group is null),
  check ((target = 'variant') = (variant_id is not null)),
  check ((target = 'item') = (item_code is not null)),
  check ((target = 'brand') = (brand_id is not null)),
  check ((measure = 'amount') = (currency_code is not null)),
  check (coalesce(minimum, multiple, maximum) is not null),
  -- As in 0068_price_rules.sql: not of sizes and brands.
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);
create index quantity_rules_account on quantity_rules (tenant_id, account_id);
alter table quantity_rules enable row level security;
alter table quantity_rules force row level security;
create policy tenant on quantity_rules
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on quantity_rules to toptan_app;
