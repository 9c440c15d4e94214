-- Every change of the catalogue is a change set: made by a form, the sheet, an import, the ERP, or by undoing another one.
-- An import is one that is shown before it is made.
alter table import_runs rename to change_sets;
alter table change_sets drop constraint import_runs_source_check;
alter table change_sets add constraint change_sets_source_check
  check (source in ('panel', 'command', 'erp', 'form', 'sheet', 'undo'));

alter table import_changes rename to catalogue_changes;
alter table catalogue_changes rename column run_id to set_id;
alter table catalogue_changes drop constraint import_changes_state_check;
alter table catalogue_changes add constraint catalogue_changes_state_check
  check (state in ('new', 'changed', 'removed', 'unchanged', 'bad'));
alter table catalogue_changes
  -- Of a product its own id.
  add column product_id uuid,
  -- Whether size is a lot's code.
  add column is_lot boolean not null default false,
  -- When the row was written into the catalogue: a size or lot that still has this stamp was moved by orders alone since.
  add column written_at timestamptz;

-- Which products each version of a tenant's catalogue changed: null for all of them (a brand was renamed, a category moved).
-- The last few thousand versions are kept; whoever asks for an older one reads everything.
create table catalogue_versions (
  tenant_id uuid not null references tenants (id),
  version bigint not null,
  product_ids uuid[],
  primary key (tenant_id, version)
);
alter table catalogue_versions enable row level security;
alter table catalogue_versions force row level security;
create policy tenant on catalogue_versions
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on catalogue_versions to toptan_app;

-- The change set of a line of the change log, where it can be undone.
alter table changes add column set_id uuid;
grant delete on change_sets to toptan_app;
create index change_sets_kept on change_sets (tenant_id, created_at) where source in ('form', 'sheet', 'erp', 'undo');
