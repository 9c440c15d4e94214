-- needs: 0084_price_ticks.sql
-- The price group whose prices are recommended to consumers; '' for none. Shown on an item's page with the margin.
alter table tenant_settings
  add column retail_price_group text not null default '' check (length(retail_price_group) <= 20),
  add column retail_prices_have_tax boolean not null default true;
