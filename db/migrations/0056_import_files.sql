-- The files of an import lie in the store of the photos until then; null: there are none.
alter table change_sets add column file_kept_until timestamptz;
create index change_sets_kept_files on change_sets (tenant_id, file_kept_until) where file_kept_until is not null;
