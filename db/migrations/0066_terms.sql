-- needs: 0062_operators.sql
-- A tenant's own words of the dictionary; they come before those that come with the product. wordings: by language, as
-- people write them: {"tr": "ceket; = ceketi", "it": "giacca (f)"}.
create table terms (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  role text not null check (role in ('item', 'word')),
  wordings jsonb not null check (jsonb_typeof(wordings) = 'object'),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table terms enable row level security;
alter table terms force row level security;
create policy tenant on terms
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on terms to toptan_app;
