-- needs: 0084_price_ticks.sql
-- Files of every kind that the office applied as a whole, with what undoing one needs. A file of a catalogue is a change set.
create table file_imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  file_name text not null,
  -- The columns as somebody chose them, by which the next file with these headings is read:
  -- {"headings": "cari|tutar", "fields": ["currAccCode", "balance"]}
  layout jsonb check (jsonb_typeof(layout) = 'object'),
  -- {"added": 2, "changed": 1, "removed": 0}
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  undone_at timestamptz,
  undone_by_name text,
  primary key (tenant_id, id),
  check ((undone_at is null) = (undone_by_name is null))
);
create index file_imports_created on file_imports (tenant_id, kind, created_at);

-- The records that a file changed. before: as the record was; null if the file added it. mark: what it had as the file left
-- it, and no longer has once somebody changed it; null if the file removed it.
create table file_import_changes (
  tenant_id uuid not null references tenants (id),
  import_id uuid not null,
  record_id uuid not null,
  before jsonb,
  mark text,
  primary key (tenant_id, import_id, record_id),
  foreign key (tenant_id, import_id) references file_imports (tenant_id, id)
);

alter table file_imports enable row level security;
alter table file_imports force row level security;
create policy tenant on file_imports
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
alter table file_import_changes enable row level security;
alter table file_import_changes force row level security;
create policy tenant on file_import_changes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on file_imports to toptan_app;
grant select, insert, update, delete on file_import_changes to toptan_app;
