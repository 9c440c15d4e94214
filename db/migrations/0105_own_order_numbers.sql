-- needs: 0084_price_ticks.sql
-- What customers call their orders, and for how long they may cancel them; 0: not at all.
alter table orders add column customer_order_number text not null default '' check (length(customer_order_number) <= 30);
alter table drafts add column customer_order_number text not null default '' check (length(customer_order_number) <= 30);
alter table tenant_settings
  add column customer_cancel_minutes integer not null default 0 check (customer_cancel_minutes between 0 and 43200);
