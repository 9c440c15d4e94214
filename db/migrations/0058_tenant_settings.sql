-- What an office changes of its tenant lies with the tenant's other data. The table of tenants says only which there
-- are, and changes as rarely as that.
create table tenant_settings (
  tenant_id uuid primary key references tenants (id),
  display_name text not null check (length(display_name) between 1 and 100),
  languages text[] not null check (cardinality(languages) > 0),
  price_group text not null,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  auth_required boolean not null,
  order_auth_required boolean not null,
  guest_account_code text not null default '' check (length(guest_account_code) <= 30),
  transfer_enabled boolean not null,
  description_visible boolean not null,
  detail_visible boolean not null default true,
  image_extension text not null default '.jpg',
  home_visible_type integer not null default -1 check (home_visible_type in (-1, 0, 1)),
  online_expire integer not null default 0 check (online_expire >= 0),
  theme_color text not null default '#1890ff' check (theme_color ~ '^#[0-9a-fA-F]{6}$'),
  logo text not null default '' check (logo ~ '^([0-9a-f]{64})?$'),
  totp_roles text[] not null default '{}' check (totp_roles <@ array['admin', 'sp', 'customer']),
  address text not null default '',
  tax_office text not null default '',
  tax_number text not null default '',
  phone text not null default '',
  version integer not null default 1,
  attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  attributes_version integer not null default 1
);
insert into tenant_settings (
  tenant_id, display_name, languages, price_group, currency_code, auth_required, order_auth_required, guest_account_code,
  transfer_enabled, description_visible, detail_visible, image_extension, home_visible_type, online_expire, theme_color,
  logo, totp_roles, address, tax_office, tax_number, phone, version, attributes, attributes_version)
select
  id, display_name, languages, price_group, currency_code, auth_required, order_auth_required, guest_account_code,
  transfer_enabled, description_visible, detail_visible, image_extension, home_visible_type, online_expire, theme_color,
  logo, totp_roles, address, tax_office, tax_number, phone, version, attributes, attributes_version
from tenants;
alter table tenant_settings enable row level security;
alter table tenant_settings force row level security;
create policy tenant on tenant_settings
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, update on tenant_settings to toptan_app;

-- A host name leads to one tenant. position: the tenant's first one stands in links.
create table tenant_hosts (
  name text primary key check (name = lower(name)),
  tenant_id uuid not null references tenants (id),
  position integer not null
);
create index tenant_hosts_tenant on tenant_hosts (tenant_id);
insert into tenant_hosts (name, tenant_id, position)
select distinct on (lower(h.name)) lower(h.name), t.id, h.position
from tenants t, unnest(t.hosts) with ordinality h (name, position) order by lower(h.name), t.sort_order, h.position;
grant select on tenant_hosts to toptan_app;

drop policy own on tenants;
alter table tenants
  drop column display_name, drop column languages, drop column price_group, drop column currency_code,
  drop column auth_required, drop column order_auth_required, drop column guest_account_code,
  drop column transfer_enabled, drop column description_visible, drop column detail_visible,
  drop column image_extension, drop column home_visible_type, drop column online_expire, drop column theme_color,
  drop column logo, drop column totp_roles, drop column address, drop column tax_office, drop column tax_number,
  drop column phone, drop column version, drop column attributes, drop column attributes_version, drop column hosts;
create index tenants_order on tenants (sort_order, key);
