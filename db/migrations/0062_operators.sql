-- needs: 0059_servers.sql
-- without transaction
-- Who runs the deployment. They see no customers, prices or orders, only how the deployment does.
create table if not exists operators (
  id uuid primary key,
  username text not null check (length(username) between 3 and 50),
  username_key text not null unique,
  password_hash text not null,
  failed_tries integer not null default 0,
  blocked_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
create table if not exists operator_sessions (
  token_hash bytea primary key,
  operator_id uuid not null references operators (id) on delete cascade,
  expires_at timestamptz not null
);
grant select, update (failed_tries, blocked_until) on operators to toptan_app;
grant select, insert, update, delete on operator_sessions to toptan_app;

-- How large each wholesaler is, counted once a day while it is used, and how much it is used.
create table if not exists tenant_figures (
  tenant_id uuid primary key references tenants (id),
  rows bigint not null default 0,
  bytes bigint not null default 0,
  products integer not null default 0,
  variants integer not null default 0,
  photos integer not null default 0,
  users integer not null default 0,
  orders bigint not null default 0,
  counted_at timestamptz,
  last_order_at timestamptz
);
create table if not exists tenant_usage (
  tenant_id uuid not null references tenants (id),
  hour timestamptz not null,
  calls integer not null,
  orders integer not null,
  primary key (tenant_id, hour)
);
create index concurrently if not exists tenant_usage_hour on tenant_usage (hour);
grant select, insert, update on tenant_figures to toptan_app;
grant select, insert, update, delete on tenant_usage to toptan_app;

-- What each server says of its disks: [{"name", "freeBytes", "totalBytes"}].
alter table servers add column if not exists disks jsonb not null default '[]';
