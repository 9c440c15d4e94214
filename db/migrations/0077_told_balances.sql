-- needs: 0062_operators.sql
-- told_at: by our clock, when the source told it last; as_of is the source's.
alter table account_balances add column told_at timestamptz not null default now();
alter table account_documents add column source text not null default 'erp' check (source in ('erp', 'file'));

alter table erp_syncs drop constraint erp_syncs_what_check;
alter table erp_syncs add constraint erp_syncs_what_check
  check (what in ('customers', 'products', 'prices', 'stock', 'balances')) not valid;
alter table erp_sync_runs drop constraint erp_sync_runs_what_check;
alter table erp_sync_runs add constraint erp_sync_runs_what_check
  check (what in ('customers', 'products', 'prices', 'stock', 'balances')) not valid;
