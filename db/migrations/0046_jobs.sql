-- When the background work of a tenant is due next: mails, photos, ERP transfer and so on, a row for each kind that has
-- been asked for. The work itself is in tables of its own (order_mails, photos, order_transfers, import_runs ...). One
-- query over all tenants finds what is due, so idle tenants cost nothing.
-- No tenant data is in here, so every tenant's rows may be read without naming the tenant; written are only its own.
create table jobs (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  due_at timestamptz not null,
  -- Counts requests: a run that ends asks whether another request came meanwhile.
  requests bigint not null default 1,
  -- The process that works on it, until held_until by the database's clock. A process that died lets it expire.
  holder uuid,
  held_until timestamptz not null default '-infinity',
  started_at timestamptz,
  -- Runs begun since the last one that ended well, and what the last failure was.
  attempts integer not null default 0,
  error text not null default '',
  primary key (tenant_id, kind)
);
create index jobs_due on jobs (due_at);

-- Whatever waits now is found by looking once for every tenant.
insert into jobs (tenant_id, kind, due_at)
select id, kind, '-infinity'
from tenants, unnest(array['orderMails', 'photos', 'cleanup', 'erpTransfer', 'erpFetch', 'erpCare', 'imports']) kind;

alter table jobs enable row level security;
alter table jobs force row level security;
create policy look on jobs for select using (true);
create policy add on jobs for insert with check (tenant_id = current_setting('app.tenant_id')::uuid);
create policy change on jobs for update
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update on jobs to toptan_app;

-- The hold on a tenant's jobs stands for these.
alter table erp_states drop column holder, drop column held_until;
alter table erp_syncs drop column holder, drop column held_until;

-- Who asked for the step that an import is in: the step is run by whichever process takes the job.
alter table import_runs add column step_actor jsonb, drop column heartbeat_at;
