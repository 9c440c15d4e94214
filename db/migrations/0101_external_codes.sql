-- needs: 0084_price_ticks.sql
-- without transaction
-- What a size or lot is called elsewhere, by an ERP or a dealer.
alter table variants add column if not exists external_code text check (length(external_code) between 1 and 50);
create unique index concurrently if not exists variants_external_code on variants (tenant_id, external_code)
  where external_code is not null;

-- Reasons of rows that were not imported: every code of a size is checked alike now.
-- for each tenant
update catalogue_changes set after = jsonb_set(after, '{reason}', to_jsonb(replace(after->>'reason', 'barcode', 'code')))
where tenant_id = $1 and entity = 'row' and after->>'reason' in ('barcodeTwice', 'barcodeTaken');
