-- needs: 0062_operators.sql
-- Change sets change translations too: a row for each text, named by its kind and its text in the main language, with a
-- field for each language.
alter table catalogue_changes add column text_kind text;
alter table catalogue_changes drop constraint import_changes_entity_check;
-- Not validated: what is stored already was held to fewer.
alter table catalogue_changes add constraint catalogue_changes_entity_check
  check (entity in ('brand', 'category', 'product', 'variant', 'row', 'text')) not valid;
