-- needs: 0062_operators.sql
-- review: waits for the office; returned: waits for the customer.
alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check
  check (state in ('placed', 'cancelled', 'review', 'returned')) not valid;
-- discount: percent that an agent gave on the whole order; on a line it is a step of its price.
alter table orders
  add column discount numeric(5, 2) not null default 0 check (discount between 0 and 100),
  add column discount_reason text not null default '' check (length(discount_reason) <= 200),
  add column override_reason text not null default '' check (length(override_reason) <= 200);

alter table drafts
  add column discount double precision not null default 0 check (discount between 0 and 100),
  add column discount_reason text not null default '' check (length(discount_reason) <= 200),
  add column override_reason text not null default '' check (length(override_reason) <= 200);

-- Percent that the agent may take off by themselves.
alter table agents add column max_discount double precision not null default 0 check (max_discount between 0 and 100);

alter table tenant_settings
  add column hold_first_orders boolean not null default false,
  add column held_stock_hours integer not null default 72 check (held_stock_hours between 1 and 2160),
  add column discount_reason_required boolean not null default true;

-- Of an order that was ever held for the office. reasons: [{"kind": "limit", …}], as of when it was last held.
-- keeps_until: then it is cancelled. note: the office's when it returned the order. before: the lines as the customer
-- had ordered them, if the office offers others. decided_*: when it was accepted, and by whom.
create table order_holds (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  held_at timestamptz not null,
  keeps_until timestamptz not null,
  note text not null default '' check (length(note) <= 1000),
  before jsonb,
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
create index order_holds_open on order_holds (tenant_id, keeps_until) where decided_at is null;
alter table order_holds enable row level security;
alter table order_holds force row level security;
create policy tenant on order_holds
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on order_holds to toptan_app;

alter table order_mails drop constraint order_mails_kind_check;
alter table order_mails add constraint order_mails_kind_check
  check (kind in ('placed', 'amended', 'cancelled', 'restored', 'held', 'accepted', 'returned')) not valid;
