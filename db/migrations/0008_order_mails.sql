-- An amended order is what its guidKey stands for from then on.
grant update on order_keys to toptan_app;

-- Mails about orders, written with the order itself and sent afterwards: this table, and nothing else, says what is
-- still to be sent. A mail that is taken to be sent is due again at next_attempt_at, long enough after that two never
-- send it at once, so that the one a killed process held goes out later.
create table order_mails (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_id uuid not null,
  -- Of the order when it was written: a newer one to the same address stands for both.
  order_version integer not null,
  kind text not null check (kind in ('placed', 'amended')),
  recipient text not null check (recipient <> ''),
  language text not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
create index order_mails_due on order_mails (tenant_id, next_attempt_at) where state = 'pending';
create index order_mails_order on order_mails (tenant_id, order_id);

alter table order_mails enable row level security;
alter table order_mails force row level security;
create policy tenant on order_mails
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update on order_mails to toptan_app;
