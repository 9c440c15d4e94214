-- needs: 0059_servers.sql
-- without transaction
-- What only grows is removed by age, of each tenant by a job. The change log of orders stays with the orders.
create index concurrently if not exists changes_removable on changes (tenant_id, at) where subject <> 'order';
create index concurrently if not exists order_mails_created on order_mails (tenant_id, created_at);
create index concurrently if not exists transfer_attempts_started on transfer_attempts (tenant_id, started_at);
-- Mails and attempts of transfers that were older when last looked at: some of them stay.
create table if not exists retention_states (
  tenant_id uuid primary key references tenants (id),
  looked_until timestamptz not null
);
alter table retention_states enable row level security;
alter table retention_states force row level security;
drop policy if exists tenant on retention_states;
create policy tenant on retention_states
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
-- for each tenant
insert into jobs (tenant_id, kind, due_at)
values (current_setting('app.tenant_id')::uuid, 'retention', now() + random() * interval '1 day')
on conflict (tenant_id, kind) do nothing;
