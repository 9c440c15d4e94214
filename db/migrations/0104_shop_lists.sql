-- needs: 0084_price_ticks.sql
-- How the shop's lists are shown: one card for all colours of an item, and for how many days a product is new.
alter table tenant_settings
  add column one_card_per_item boolean not null default true,
  add column new_days integer not null default 30 check (new_days between 0 and 365);
