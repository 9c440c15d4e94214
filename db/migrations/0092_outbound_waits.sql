-- needs: 0084_price_ticks.sql
-- What of each wholesaler waits for a server outside: orders for its ERP, mails for the mail server, and mails that were
-- refused and are tried again later. A row is there while something waits or the link fails. The operator reads those of
-- all wholesalers, so nothing else of a wholesaler is in here; written are only one's own.
create table outbound_waits (
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in ('orders', 'mails', 'refusedMails')),
  -- Of the ERP; mails go to the mail server of the process that sends them.
  host text not null default '',
  waiting integer not null,
  oldest_at timestamptz,
  -- Of the link to the ERP; null while it works. The log has said so.
  failing_since timestamptz,
  reason text not null default '',
  primary key (tenant_id, kind)
);
alter table outbound_waits enable row level security;
alter table outbound_waits force row level security;
create policy look on outbound_waits for select using (true);
create policy add on outbound_waits for insert with check (tenant_id = current_setting('app.tenant_id')::uuid);
create policy change on outbound_waits for update
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
create policy remove on outbound_waits for delete using (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on outbound_waits to toptan_app;

-- Mail servers that take no mails: no mail is tried there before next_try_at, by any process.
create table mail_servers (
  host text primary key,
  failing_since timestamptz not null,
  reason text not null,
  -- Failed tries in a row.
  failures integer not null default 1,
  next_try_at timestamptz not null
);
grant select, insert, update, delete on mail_servers to toptan_app;

-- The mail server works, but refused this mail for now.
alter table order_mails add column is_refused boolean not null default false;

-- Since when a job fails: started_at is that of its last try.
alter table jobs add column failing_since timestamptz;
