-- The mailbox of an agent inside a customer's network: what is to be asked of the ERP there lies here until the agent
-- fetches it, and so does the answer until whoever asked has read it. Not fetched until expires_at, it is fetched no more.
create table erp_agent_requests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  method text not null check (method in ('GET', 'PUT')),
  path text not null,
  body text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  answered_at timestamptz,
  -- Of the ERP's answer; 0 where there is none, because of failure.
  status integer not null default 0,
  answer text not null default '',
  -- 'unreachable': nothing of it got to the ERP. 'lost': it was sent, and no whole answer came.
  failure text not null default '' check (failure in ('', 'unreachable', 'lost')),
  primary key (tenant_id, id)
);

alter table erp_agent_requests enable row level security;
alter table erp_agent_requests force row level security;
create policy tenant on erp_agent_requests
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on erp_agent_requests to toptan_app;

-- When an agent has last asked for something to do.
alter table erp_states add column agent_seen_at timestamptz;
