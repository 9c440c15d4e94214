-- needs: 0064_translations.sql
-- The names of price rules are translated like other texts.
alter table translations drop constraint translations_kind_check;
-- Not validated: what is stored already was held to fewer.
alter table translations add constraint translations_kind_check
  check (kind in ('item', 'color', 'lot', 'brand', 'category', 'value', 'size', 'rule')) not valid;
