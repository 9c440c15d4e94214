-- needs: 0062_operators.sql
-- The price group whose prices are the lowest that rules should sell at; '' for none.
alter table tenant_settings add column floor_price_group text not null default '' check (length(floor_price_group) <= 20);
