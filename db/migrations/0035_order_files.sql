-- Files of many orders that are made in the background, or were: the file lies in the store under its id for a day.
create table order_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('pdf', 'xlsx')),
  state text not null check (state in ('making', 'ready', 'failed')),
  file_name text not null,
  orders integer not null,
  done integer not null default 0,
  created_at timestamptz not null,
  -- When the process that makes it last said so.
  seen_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index order_files_user on order_files (tenant_id, user_id, created_at);
create index order_files_age on order_files (tenant_id, created_at);
-- One at a time for each user.
create unique index order_files_making on order_files (tenant_id, user_id) where state = 'making';

alter table order_files enable row level security;
alter table order_files force row level security;
create policy tenant on order_files
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on order_files to toptan_app;
