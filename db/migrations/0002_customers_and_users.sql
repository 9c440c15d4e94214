-- Sales agents (satış temsilcisi): the people an order is credited to. One may have no user of their own.
create table agents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  code text not null check (length(code) between 1 and 30),
  name text not null check (length(name) between 1 and 100),
  is_active boolean not null default true,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);

-- Customers (cari hesap): whoever is sold to. priceGroup decides which prices they see.
create table accounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  code text not null check (length(code) between 1 and 30),
  description text not null check (length(description) between 1 and 100),
  email text not null default '',
  phone text not null default '',
  tax_number text not null default '',
  tax_office text not null default '',
  address text not null default '',
  city text not null default '',
  country text not null default '',
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  price_group text not null,
  agent_id uuid,
  is_blocked boolean not null default false,
  deleted_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id)
);
create index accounts_agent on accounts (tenant_id, agent_id);

-- Branches and delivery addresses of a customer.
create table sub_accounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  account_id uuid not null,
  code text not null check (length(code) between 1 and 30),
  company_name text not null check (length(company_name) between 1 and 100),
  address text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, account_id, code),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);

-- Whoever signs in. username_key is the name folded for comparison (see shared/text.ts).
create table users (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  username text not null check (length(username) between 3 and 50),
  username_key text not null,
  first_name text not null default '' check (length(first_name) <= 50),
  last_name text not null default '' check (length(last_name) <= 50),
  email text not null default '',
  phone text not null default '',
  avatar text not null default '',
  introduction text not null default '',
  password_hash text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['admin', 'sp', 'customer']),
  auths jsonb not null default '[]',
  page_auths jsonb not null default '[]',
  agent_id uuid,
  account_id uuid,
  email_verification boolean not null default false,
  is_active boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  check (not 'sp' = any (roles) or agent_id is not null),
  check (not 'customer' = any (roles) or account_id is not null)
);
create unique index users_username on users (tenant_id, username_key) where deleted_at is null;

-- A sign-in and the family of tokens that follow from it: only hashes are stored. A refresh token that is
-- neither the current nor, for a few seconds, the previous one shows theft and ends the session.
create table sessions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz,
  successor_salt bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, access_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sessions_user on sessions (tenant_id, user_id);

alter table agents enable row level security;
alter table agents force row level security;
create policy tenant on agents
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table accounts enable row level security;
alter table accounts force row level security;
create policy tenant on accounts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table sub_accounts enable row level security;
alter table sub_accounts force row level security;
create policy tenant on sub_accounts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table users enable row level security;
alter table users force row level security;
create policy tenant on users
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on agents, accounts, sub_accounts, users, sessions to toptan_app;
