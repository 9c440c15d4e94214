-- How the columns of a supplier's files are read, to be proposed again for the next file under the same name or with the
-- same headings. columns holds pairs of heading and what it means.
create table import_layouts (
  tenant_id uuid not null references tenants (id),
  supplier text not null check (length(supplier) between 1 and 100),
  -- The headings, folded: a file with the same ones is read in the same way.
  signature text not null,
  columns jsonb not null,
  defaults jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (tenant_id, supplier)
);
create index import_layouts_signature on import_layouts (tenant_id, signature);

-- An import of the catalogue from its file to its undoing. Whoever works on it raises attempt when beginning and writes
-- heartbeat_at while at it; what they have done counts only where attempt is still theirs, in one transaction with what
-- it did to the catalogue. A heartbeat that stops says that nothing was done.
create table import_runs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  source text not null check (source in ('panel', 'command')),
  file_name text not null,
  supplier text not null default '' check (length(supplier) <= 100),
  state text not null check (
    state in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed', 'discarded')),
  attempt integer not null default 0,
  heartbeat_at timestamptz,
  phase text not null default '',
  done bigint not null default 0,
  total bigint not null default 0,
  -- The first rows of the file, and how it was read.
  preview jsonb not null default '{}',
  options jsonb not null default '{}',
  row_count integer not null default 0,
  bad_count integer not null default 0,
  counts jsonb not null default '{}',
  warnings jsonb not null default '[]',
  -- What the last work on it ended in where it failed: step, code, value.
  problem jsonb,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  applied_at timestamptz,
  applied_by_name text not null default '',
  undone_at timestamptz,
  undone_by_name text not null default '',
  undo_counts jsonb,
  primary key (tenant_id, id)
);
create index import_runs_newest on import_runs (tenant_id, created_at desc, id desc);
-- One of a tenant at a time is worked on.
create unique index import_runs_working on import_runs (tenant_id)
  where state in ('checking', 'applying', 'undoing');

-- What an import would change, and afterwards what it has changed, with what was there before: a row for each product,
-- size or lot, brand and category, and for each problem of a row of the file. Written by the ten thousand, always with
-- its run: a foreign key would look for the run once for every row.
create table import_changes (
  tenant_id uuid not null references tenants (id),
  run_id uuid not null,
  entity text not null check (entity in ('brand', 'category', 'product', 'variant', 'row')),
  id uuid not null,
  line integer not null default 0,
  state text not null check (state in ('new', 'changed', 'unchanged', 'bad')),
  item_code text not null default '',
  color_code text not null default '',
  size text not null default '',
  name text not null default '',
  -- Only the fields that differ, by the names of the file's columns; without before: it is new.
  before jsonb,
  after jsonb,
  -- Of a size or lot: its stock and its updated_at when it was compared. Orders move the one without the other.
  stock_read integer,
  stamp timestamptz,
  note text not null default '' check (note in ('', 'differs', 'stockMoved', 'kept', 'removed', 'deactivated')),
  -- What undoing has left as it stands, since somebody changed it afterwards.
  kept jsonb,
  primary key (tenant_id, run_id, entity, id)
);

alter table import_layouts enable row level security;
alter table import_layouts force row level security;
create policy tenant on import_layouts
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table import_runs enable row level security;
alter table import_runs force row level security;
create policy tenant on import_runs
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table import_changes enable row level security;
alter table import_changes force row level security;
create policy tenant on import_changes
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on import_layouts, import_changes to toptan_app;
grant select, insert, update on import_runs to toptan_app;
