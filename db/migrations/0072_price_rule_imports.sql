-- needs: 0062_operators.sql
-- Files of price rules that the office applied, with what undoing one needs: the rules that it overwrote as they were
-- (an import writes the version after theirs), and the rules that it added: [{"id": …, "version": 1}, …].
create table price_rule_imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  file_name text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  -- {"added": 2, "changed": 1, "unchanged": 0}
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  before jsonb not null check (jsonb_typeof(before) = 'array'),
  added jsonb not null check (jsonb_typeof(added) = 'array'),
  undone_at timestamptz,
  undone_by_name text,
  primary key (tenant_id, id),
  check ((undone_at is null) = (undone_by_name is null))
);
create index price_rule_imports_created on price_rule_imports (tenant_id, created_at);
alter table price_rule_imports enable row level security;
alter table price_rule_imports force row level security;
create policy tenant on price_rule_imports
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update on price_rule_imports to toptan_app;
