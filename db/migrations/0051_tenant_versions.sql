-- What processes keep of a tenant in memory, and up to which version: its catalogue with stock; who is signed in, with
-- users, accounts and excluded brands; its settings. Raised as a transaction's last statement. No tenant data is in here,
-- so one query reads the versions of many tenants; written are only its own.
create table tenant_versions (
  tenant_id uuid not null references tenants (id),
  catalogue bigint not null default 1,
  access bigint not null default 1,
  settings bigint not null default 1,
  primary key (tenant_id)
) with (fillfactor = 20);

alter table tenant_counters no force row level security;
insert into tenant_versions (tenant_id, catalogue) select tenant_id, catalogue_version from tenant_counters;
alter table tenant_counters force row level security;
alter table tenant_counters drop column catalogue_version;

alter table tenant_versions enable row level security;
alter table tenant_versions force row level security;
create policy look on tenant_versions for select using (true);
create policy add on tenant_versions for insert with check (tenant_id = current_setting('app.tenant_id')::uuid);
create policy change on tenant_versions for update
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update on tenant_versions to toptan_app;

-- The sizes and lots of which an order took or gave back stock, and the new stock: what products show stays the same.
alter table catalogue_versions
  add column variant_ids uuid[],
  add column inventories integer[],
  add check ((variant_ids is null) = (inventories is null));

-- Which sessions each version of access ended or changed: null for any (a user was switched off, an account blocked).
create table access_versions (
  tenant_id uuid not null references tenants (id),
  version bigint not null,
  session_ids uuid[],
  primary key (tenant_id, version)
);
alter table access_versions enable row level security;
alter table access_versions force row level security;
create policy tenant on access_versions
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on access_versions to toptan_app;
