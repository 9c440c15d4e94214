-- Identity: who may sign in, how they prove it, what was changed by whom.

-- The office writes its own tenant's settings. Which row an application may write is the database's affair:
-- its own tenant's, and only the columns named here. Everybody may read: a request's host is looked up first.
alter table tenants
  add column logo text not null default '' check (logo ~ '^([0-9a-f]{64})?$'),
  add column totp_roles text[] not null default '{}' check (totp_roles <@ array['admin', 'sp', 'customer']),
  add column version integer not null default 1;
alter table tenants enable row level security;
create policy read on tenants for select using (true);
create policy own on tenants for update
  using (id = current_setting('app.tenant_id')::uuid)
  with check (id = current_setting('app.tenant_id')::uuid);
grant update (display_name, languages, price_group, currency_code, auth_required, order_auth_required,
              transfer_enabled, description_visible, detail_visible, image_extension, home_visible_type,
              online_expire, theme_color, logo, totp_roles, version) on tenants to toptan_app;

-- Deleted rows stay: orders name them, and a deletion can be undone. version refuses a change of what somebody else
-- has changed meanwhile.
alter table agents
  add column email text not null default '',
  add column phone text not null default '',
  add column deleted_at timestamptz,
  add column version integer not null default 1;
alter table accounts add column version integer not null default 1;
alter table sub_accounts
  add column deleted_at timestamptz,
  add column sort_order integer not null default 0;
create index accounts_description on accounts (tenant_id, description);

-- totp_secret is sealed with the operator's key. totp_last_step: a code is good once.
alter table users
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  add column password_changed_at timestamptz,
  add column last_sign_in_at timestamptz,
  add column version integer not null default 1;
-- A picture's address names its hash, and whoever asks is nobody yet.
create index users_avatar on users (tenant_id, avatar) where avatar <> '';

-- Ten for each user with two-factor sign-in, good once each, for a lost phone. Only HMACs.
create table recovery_codes (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  code_hash bytea not null,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- acting_role: the one role of several that this session acts in; null for all of them.
alter table sessions
  add column acting_role text check (acting_role in ('admin', 'sp', 'customer')),
  add column address text not null default '',
  add column user_agent text not null default '';

-- Failed proofs of identity, counted until window_ends_at; none is taken before blocked_until. key is an HMAC of what
-- is counted: an address, a user name, a user name on a device that has signed in before.
create table sign_in_tries (
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in ('address', 'name', 'device', 'mail')),
  key bytea not null,
  tries integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz,
  primary key (tenant_id, kind, key)
);
create index sign_in_tries_old on sign_in_tries (tenant_id, window_ends_at);

-- The six digits sent by mail at sign-in; one at a time for each user. Only an HMAC.
create table verification_codes (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries_left integer not null,
  sent_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- A link sent by mail that sets a new password; the newest of a user is the one that works. Only a hash.
create table password_resets (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- Who changed what and when, written in the transaction of the change. subject_name and user_name are as they were
-- then: they are read when the rows they name are long gone. user_id is null for the operator's commands.
create table changes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  address text not null default '',
  subject text not null,
  subject_id uuid,
  subject_name text not null,
  action text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index changes_at on changes (tenant_id, at desc, id desc);
create index changes_subject on changes (tenant_id, subject, subject_id, at desc);
create index changes_user on changes (tenant_id, user_id, at desc);

alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy tenant on recovery_codes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table sign_in_tries enable row level security;
alter table sign_in_tries force row level security;
create policy tenant on sign_in_tries
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table verification_codes enable row level security;
alter table verification_codes force row level security;
create policy tenant on verification_codes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant on password_resets
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table changes enable row level security;
alter table changes force row level security;
create policy tenant on changes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on recovery_codes, sign_in_tries, verification_codes, password_resets to toptan_app;
-- What was done stays as it was written.
grant select, insert on changes to toptan_app;

-- Customers, branches and price groups, as the office looks them up.

-- What a customer is found by, folded as src/server/db/search.ts does: folding it in every search took longer than
-- all the rest of the search.
alter table accounts
  add column search_text text not null generated always as (lower(translate(
    code || ' ' || description || ' ' || city || ' ' || email || ' ' || tax_number, 'İIı', 'iii'))) stored;

-- A deleted branch keeps its code for the orders that name it, and another one may have it meanwhile.
alter table sub_accounts drop constraint sub_accounts_tenant_id_account_id_code_key;
create unique index sub_accounts_code on sub_accounts (tenant_id, account_id, code) where deleted_at is null;
create index sub_accounts_account on sub_accounts (tenant_id, account_id);

-- Who signs in for a customer, or as an agent: to show them, and to end their sessions.
create index users_account on users (tenant_id, account_id);
create index users_agent on users (tenant_id, agent_id);

-- Finds the groups themselves: a step for each, where reading a million prices would take a quarter of a second.
create index prices_group on prices (tenant_id, price_group);
