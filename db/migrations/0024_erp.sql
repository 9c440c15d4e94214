-- The way of orders to the company's ERP: the link, what is known of its condition, the queue and its timeline.

-- A tenant's link to its ERP. The secret (password, key) is sealed under the operator's key and never leaves again.
-- is_automatic: every order that is placed goes into the queue by itself, in its own transaction.
create table erp_links (
  tenant_id uuid primary key references tenants (id),
  kind text not null check (kind in ('tryton', 'http', 'agent', 'files', 'nebim', 'odoo')),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  secret bytea,
  is_automatic boolean not null default true,
  is_paused boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- How the link is doing. One process at a time works on a tenant's queue: the holder, until held_until. While nothing
-- gets through (failing_since), next_try_at is when one probe may be made; far away where only a person can help.
create table erp_states (
  tenant_id uuid primary key references tenants (id),
  holder uuid,
  held_until timestamptz not null default '-infinity',
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz not null default '-infinity',
  error_class text not null default '' check (error_class in ('', 'down', 'auth', 'unknown')),
  error text not null default '',
  last_success_at timestamptz,
  -- Mails sent of the trouble that goes on, and when both sides are compared next.
  alerts_sent integer not null default 0,
  last_alert_at timestamptz,
  reconcile_at timestamptz not null default '-infinity'
);

-- The queue's rows now keep how sending went. 'pending' waits; 'sending' is under way, or was when its process died; 'sent' is in the
-- ERP; 'held' is out of the queue, because the order is cancelled or the office wants it so; 'dead' was refused by the ERP
-- and waits for a person. may_exist: it was sent and nobody knows whether it arrived: look it up before anything else, and
-- let nobody change the order. documents is what was sent, as of sent_version of the order.
alter table order_transfers drop constraint order_transfers_state_check;
alter table order_transfers
  add column held_because text not null default '' check (held_because in ('', 'cancelled', 'office')),
  add column may_exist boolean not null default false,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default '-infinity',
  add column error_class text not null default '' check (error_class in ('', 'down', 'auth', 'rejected', 'unknown')),
  add column error text not null default '',
  add column documents jsonb,
  add column sent_version integer,
  add column erp_id text not null default '',
  add column erp_number text not null default '',
  add column settled_at timestamptz,
  alter column requested_by drop not null;

alter table order_transfers no force row level security;
update order_transfers set state = 'sent' where state = 'done';
update order_transfers set held_because = 'cancelled' where state = 'held';
alter table order_transfers force row level security;
alter table order_transfers add constraint order_transfers_state_check
  check (state in ('pending', 'sending', 'sent', 'held', 'dead'));

drop index order_transfers_pending;
create index order_transfers_waiting on order_transfers (tenant_id, requested_at, order_id)
  where state in ('pending', 'sending');
create index order_transfers_dead on order_transfers (tenant_id, error_class, settled_at) where state = 'dead';

-- Every try, kept: what the timeline of an order shows. raw is what the ERP said, word for word.
create table transfer_attempts (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  attempt integer not null,
  order_version integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- '' while it is under way, and for ever where the process died in the middle of it.
  outcome text not null default ''
    check (outcome in ('', 'sent', 'found', 'down', 'auth', 'rejected', 'unknown')),
  error text not null default '',
  raw text not null default '' check (length(raw) <= 10000),
  erp_number text not null default '',
  primary key (tenant_id, order_id, attempt),
  foreign key (tenant_id, order_id) references order_transfers (tenant_id, order_id) on delete cascade
);

alter table erp_links enable row level security;
alter table erp_links force row level security;
create policy tenant on erp_links
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table erp_states enable row level security;
alter table erp_states force row level security;
create policy tenant on erp_states
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table transfer_attempts enable row level security;
alter table transfer_attempts force row level security;
create policy tenant on transfer_attempts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on erp_links, erp_states to toptan_app;
grant select, insert, update, delete on transfer_attempts to toptan_app;

-- What is fetched from the ERP: how far (cursor, committed with the rows it stands behind), and when again. One process
-- at a time works on a tenant's: the holder, until held_until.
create table erp_syncs (
  tenant_id uuid not null references tenants (id),
  what text not null check (what in ('customers', 'products', 'prices', 'stock')),
  cursor text not null default '',
  -- When all of it was last gone through from the beginning to the end.
  full_at timestamptz,
  next_at timestamptz not null default '-infinity',
  holder uuid,
  held_until timestamptz not null default '-infinity',
  primary key (tenant_id, what)
);

-- Every run and what came of it. problems: the first rows that were refused, with reasons.
create table erp_sync_runs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  what text not null check (what in ('customers', 'products', 'prices', 'stock')),
  is_full boolean not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  error_class text not null default '' check (error_class in ('', 'down', 'auth', 'rejected', 'unknown')),
  error text not null default '',
  primary key (tenant_id, id)
);
create index erp_sync_runs_newest on erp_sync_runs (tenant_id, started_at desc);

alter table erp_syncs enable row level security;
alter table erp_syncs force row level security;
create policy tenant on erp_syncs
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table erp_sync_runs enable row level security;
alter table erp_sync_runs force row level security;
create policy tenant on erp_sync_runs
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on erp_syncs, erp_sync_runs to toptan_app;

-- What comparing both sides has found: orders that we call sent and the ERP has not, those of other totals, and those
-- that it has though we do not call them sent. findings: the first of them.
create table erp_reconciliations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  since timestamptz not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  checked integer not null default 0,
  missing integer not null default 0,
  different integer not null default 0,
  unexpected integer not null default 0,
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  error text not null default '',
  primary key (tenant_id, id)
);
create index erp_reconciliations_newest on erp_reconciliations (tenant_id, started_at desc);

alter table erp_reconciliations enable row level security;
alter table erp_reconciliations force row level security;
create policy tenant on erp_reconciliations
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on erp_reconciliations to toptan_app;
