-- Wholesalers served by this deployment. The one table without tenant_id: it says which tenants exist,
-- is read before a tenant is known, and is a reference table where the database is distributed.
create table tenants (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$'),
  display_name text not null check (length(display_name) between 1 and 100),
  sort_order integer not null,
  hosts text[] not null default '{}',
  languages text[] not null check (cardinality(languages) > 0),
  price_group text not null,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  auth_required boolean not null,
  order_auth_required boolean not null,
  transfer_enabled boolean not null,
  description_visible boolean not null,
  detail_visible boolean not null default true,
  image_extension text not null default '.jpg',
  home_visible_type integer not null default -1 check (home_visible_type in (-1, 0, 1)),
  online_expire integer not null default 0 check (online_expire >= 0),
  theme_color text not null default '#1890ff' check (theme_color ~ '^#[0-9a-fA-F]{6}$'),
  is_demo boolean not null default false,
  -- While demo data are being made: an interrupted making is finished by the next start.
  is_being_filled boolean not null default false,
  created_at timestamptz not null
);
grant select on tenants to toptan_app;

-- One row per tenant: the last order number given, and the version of everything a shop can see
-- (catalogue, prices, stock). Both are taken as the last step of a transaction, so the row is held briefly.
create table tenant_counters (
  tenant_id uuid not null references tenants (id),
  last_order_number bigint not null default 1000,
  catalogue_version bigint not null default 1,
  primary key (tenant_id)
);
alter table tenant_counters enable row level security;
alter table tenant_counters force row level security;
create policy tenant on tenant_counters
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update on tenant_counters to toptan_app;
