-- needs: 0084_price_ticks.sql
-- The authenticator of an operator, and the last code of it that was used.
alter table operators
  add column totp_secret bytea,
  add column totp_last_step bigint;
grant update (totp_last_step) on operators to toptan_app;

-- Failed proofs of operators, as sign_in_tries has those of users. Operators have no tenant: their tries have the id of
-- none, so that the same statements count both, and the same policy hides them from every tenant.
create table operator_tries (
  tenant_id uuid not null check (tenant_id = '00000000-0000-0000-0000-000000000000'),
  kind text not null check (kind in ('address', 'name', 'device')),
  key bytea not null,
  tries integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz,
  primary key (tenant_id, kind, key)
);
create index operator_tries_old on operator_tries (tenant_id, window_ends_at);
alter table operator_tries enable row level security;
alter table operator_tries force row level security;
create policy tenant on operator_tries
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on operator_tries to toptan_app;
