-- needs: 0084_price_ticks.sql
-- What was searched in the shop and not found, folded.
create table empty_searches (
  tenant_id uuid not null references tenants (id),
  text text not null collate "C" check (length(text) between 1 and 100),
  times integer not null default 1,
  last_at timestamptz not null,
  primary key (tenant_id, text)
);
create index empty_searches_newest on empty_searches (tenant_id, last_at desc, text);
alter table empty_searches enable row level security;
alter table empty_searches force row level security;
create policy tenant on empty_searches
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on empty_searches to toptan_app;
