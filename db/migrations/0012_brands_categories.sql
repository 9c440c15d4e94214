-- Brands and categories are edited by hand: a stale edit is refused by their version.
alter table brands add column version integer not null default 1;
alter table categories add column version integer not null default 1;

-- What attribute01 … attribute10 of products are called, language by language, and which of them narrow the shop's lists.
create table attribute_names (
  tenant_id uuid not null references tenants (id),
  number integer not null check (number between 1 and 10),
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  is_facet boolean not null default true,
  sort_order integer not null,
  primary key (tenant_id, number)
);
alter table attribute_names enable row level security;
alter table attribute_names force row level security;
create policy tenant on attribute_names
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on attribute_names to toptan_app;
