-- How often an address made a call in the current minute, over all servers. key: hash of call and address.
create table call_counts (
  tenant_id uuid not null references tenants (id),
  key bytea not null,
  calls integer not null,
  window_ends_at timestamptz not null,
  primary key (tenant_id, key)
);
create index call_counts_old on call_counts (tenant_id, window_ends_at);
alter table call_counts enable row level security;
alter table call_counts force row level security;
create policy tenant on call_counts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on call_counts to toptan_app;
