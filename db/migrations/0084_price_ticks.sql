-- without transaction
-- Unit prices have up to four decimals: what rounding to minor units leaves out. The index that dashboards sum up has it too.
alter table order_lines add column if not exists price_ticks smallint not null default 0;
create unique index concurrently if not exists order_lines_sums on order_lines (tenant_id, order_id, variant_id)
  include (product_id, qty, pieces_per_lot, unit_price_minor, price_ticks, currency_code);
alter table order_lines drop constraint if exists order_lines_variants;
