-- needs: 0062_operators.sql
-- Names the folder where a server writes files for ERPs; empty for a server of the version before.
alter table servers add column erp_folder text not null default '';
