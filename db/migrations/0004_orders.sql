-- A guidKey, made by the client when its cart starts, is claimed once and for ever: whoever sends it again
-- gets the order that came of it. It is claimed before anything else of an order is looked at, so that two
-- sendings at once wait for each other instead of both taking stock.
create table order_keys (
  tenant_id uuid not null references tenants (id),
  guid_key uuid not null,
  order_id uuid not null,
  -- Of what was asked for: the same key with another content is no replay.
  content_hash bytea not null,
  primary key (tenant_id, guid_key)
);

-- Totals of an order stand per currency in order_totals. qty counts ordered units (pieces or lots).
create table orders (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  number bigint not null,
  guid_key uuid not null,
  order_type text not null check (order_type in ('Rpt', 'Season')),
  state text not null check (state in ('placed', 'cancelled')),
  version integer not null default 1,
  account_id uuid not null,
  sub_account_id uuid,
  agent_id uuid not null,
  placed_by uuid not null,
  price_group text not null,
  description text not null default '' check (length(description) <= 200),
  qty integer not null check (qty > 0),
  placed_at timestamptz not null,
  transferred_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, guid_key),
  foreign key (tenant_id, guid_key) references order_keys (tenant_id, guid_key),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, sub_account_id) references sub_accounts (tenant_id, id),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id),
  foreign key (tenant_id, placed_by) references users (tenant_id, id)
);
create index orders_account on orders (tenant_id, account_id, number desc);
create index orders_agent on orders (tenant_id, agent_id, number desc);
create index orders_placed_at on orders (tenant_id, placed_at desc, number desc);

-- Lines keep what was ordered in the words and prices of that moment.
create table order_lines (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  line_no integer not null,
  variant_id uuid not null,
  qty integer not null check (qty > 0),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  currency_code text not null,
  item_code text not null,
  item_description text not null,
  color_code text not null,
  color_description text not null,
  size text not null,
  lot_code text not null,
  lot_description text not null,
  pieces_per_lot integer not null,
  barcode text,
  primary key (tenant_id, order_id, line_no),
  unique (tenant_id, order_id, variant_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, variant_id) references variants (tenant_id, id)
);
create index order_lines_variant on order_lines (tenant_id, variant_id);

create table order_totals (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  currency_code text not null,
  amount_minor bigint not null,
  primary key (tenant_id, order_id, currency_code),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);

alter table order_keys enable row level security;
alter table order_keys force row level security;
create policy tenant on order_keys
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table orders enable row level security;
alter table orders force row level security;
create policy tenant on orders
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table order_lines enable row level security;
alter table order_lines force row level security;
create policy tenant on order_lines
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table order_totals enable row level security;
alter table order_totals force row level security;
create policy tenant on order_totals
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert on order_keys to toptan_app;
grant select, insert, update on orders to toptan_app;
grant select, insert, update, delete on order_lines, order_totals to toptan_app;
