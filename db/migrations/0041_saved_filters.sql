-- Filters of a list that a user has kept under a name.
create table saved_filters (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  -- {name: value} as the address of the list has them: {"state": "placed", "period": "today"}.
  query jsonb not null,
  -- Whether the list opens with it.
  is_start boolean not null,
  primary key (tenant_id, user_id, list, name),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index saved_filters_start on saved_filters (tenant_id, user_id, list) where is_start;

alter table saved_filters enable row level security;
alter table saved_filters force row level security;
create policy tenant on saved_filters
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on saved_filters to toptan_app;
