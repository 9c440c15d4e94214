-- needs: 0084_price_ticks.sql
-- What the office shows on top of the shop's home page: a sentence and a picture, on some days, to everybody or the
-- accounts of a price group. Days are YYYY-MM-DD, both included; '' for no end.
alter table tenant_settings
  add column banner_text text not null default '' check (length(banner_text) <= 200),
  add column banner_path text not null default '' check (length(banner_path) <= 500),
  add column banner_from text not null default '' check (banner_from ~ '^(\d{4}-\d{2}-\d{2})?$'),
  add column banner_to text not null default '' check (banner_to ~ '^(\d{4}-\d{2}-\d{2})?$'),
  add column banner_price_group text not null default '' check (length(banner_price_group) <= 20),
  add column banner_picture text not null default '' check (banner_picture ~ '^([0-9a-f]{64})?$');
alter table translations drop constraint translations_kind_check;
-- Not validated: what is stored already was held to fewer.
alter table translations add constraint translations_kind_check
  check (kind in ('item', 'color', 'lot', 'brand', 'category', 'value', 'size', 'rule', 'banner')) not valid;
