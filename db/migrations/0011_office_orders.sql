-- Orders in the office's hands: notes, the queue to the ERP, parts of an order, and what its long lists are read by.

-- Internal notes of the office on an order: nobody whom the order is of ever sees them.
create table order_notes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_id uuid not null,
  body text not null check (length(body) between 1 and 2000),
  written_by uuid not null,
  written_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, written_by) references users (tenant_id, id)
);
create index order_notes_order on order_notes (tenant_id, order_id, written_at);

-- Orders that wait for the ERP. 'pending' is the queue; 'held' is out of it while the order is cancelled, and comes back
-- with it; 'done' is behind it: the order has its transferred_at. Whoever empties the queue locks the order first.
create table order_transfers (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'held', 'done')),
  requested_at timestamptz not null,
  requested_by uuid not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, requested_by) references users (tenant_id, id)
);
create index order_transfers_pending on order_transfers (tenant_id, requested_at) where state = 'pending';

-- Counts every change of any order: whoever has seen up to a number asks for what came after it. Taken as the last step
-- of a transaction, so that no lower number appears after a higher one.
alter table tenant_counters add column order_version bigint not null default 0;

-- amount_minor is that of the largest total, brand_ids are those of the lines, both as last ordered; change_no is the
-- counter's number of the order's last change; split_from the order that this one was a part of.
alter table orders
  add column amount_minor bigint not null default 0,
  add column brand_ids uuid[] not null default '{}',
  add column change_no bigint not null default 0,
  add column split_from uuid;

-- The owner fills the new columns of all tenants at once, and checks the new key, which a forced policy keeps it from.
alter table orders no force row level security;
alter table order_totals no force row level security;
alter table order_lines no force row level security;
alter table variants no force row level security;
alter table products no force row level security;
update orders o set
  amount_minor = coalesce((
    select max(t.amount_minor) from order_totals t where t.tenant_id = o.tenant_id and t.order_id = o.id), 0),
  brand_ids = coalesce((
    select array_agg(distinct p.brand_id)
    from order_lines l
    join variants v on v.tenant_id = o.tenant_id and v.id = l.variant_id
    join products p on p.tenant_id = o.tenant_id and p.id = v.product_id
    where l.tenant_id = o.tenant_id and l.order_id = o.id), '{}');
alter table orders add foreign key (tenant_id, split_from) references orders (tenant_id, id);
alter table orders force row level security;
alter table order_totals force row level security;
alter table order_lines force row level security;
alter table variants force row level security;
alter table products force row level security;

create index orders_changed on orders (tenant_id, change_no desc);
create index orders_parts on orders (tenant_id, split_from) where split_from is not null;

-- That an order is cancelled, and that it stands again after all, is told to whoever was told of it.
alter table order_mails drop constraint order_mails_kind_check;
alter table order_mails add constraint order_mails_kind_check
  check (kind in ('placed', 'amended', 'cancelled', 'restored'));

alter table order_notes enable row level security;
alter table order_notes force row level security;
create policy tenant on order_notes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table order_transfers enable row level security;
alter table order_transfers force row level security;
create policy tenant on order_transfers
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update on order_notes to toptan_app;
grant select, insert, update, delete on order_transfers to toptan_app;
