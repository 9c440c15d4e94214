-- Carts on the server: each customer's as it stands in a browser now, and those kept under a name.

-- One row for each sign-in of a customer, written again and again while they are there: room is left in every page and
-- nothing that moves is indexed, so that each writing stays in its page. The hashes tell whether lines are others
-- than those that are here without reading them. A session that has ended leaves its row: the cart is offered again.
create table live_carts (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  session_id uuid not null,
  account_id uuid not null,
  -- Null where the caller names no cart.
  guid_key uuid,
  order_type text not null check (order_type in ('Rpt', 'Season')),
  -- [{productId, qty, currency, unitPrice}], as they were sent; totals are [{currency, amount}], in decimals.
  lines jsonb not null,
  qty integer not null,
  totals jsonb not null,
  -- Of products and quantities, and of the lines with their prices.
  quantities_hash bytea not null,
  lines_hash bytea not null,
  -- When products or quantities last changed.
  changed_at timestamptz not null,
  -- Here without a break since then, and until then at least.
  online_since timestamptz not null,
  seen_at timestamptz not null,
  primary key (tenant_id, user_id, session_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
) with (fillfactor = 50);

-- A cart kept under a name. Its id is the guidKey that its order will have: once that is in order_keys, the draft is
-- none any more. account_id is null while an agent has not said for whom it is.
create table drafts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  owner_id uuid not null,
  account_id uuid,
  sub_account_id uuid,
  name text not null check (length(name) <= 60),
  is_shared boolean not null,
  order_type text not null check (order_type in ('Rpt', 'Season')),
  agent_code text not null,
  description text not null check (length(description) <= 200),
  -- [{productId, qty, unitPrice, priceCurrencyCode}], as they were sent; totals are [{currency, amount}], in decimals.
  lines jsonb not null,
  line_count integer not null,
  qty integer not null,
  totals jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, updated_by) references users (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, sub_account_id) references sub_accounts (tenant_id, id)
);
create index drafts_owner on drafts (tenant_id, owner_id);
create index drafts_shared on drafts (tenant_id, account_id) where is_shared;

alter table live_carts enable row level security;
alter table live_carts force row level security;
create policy tenant on live_carts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table drafts enable row level security;
alter table drafts force row level security;
create policy tenant on drafts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on live_carts, drafts to toptan_app;
