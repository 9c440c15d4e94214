-- needs: 0084_price_ticks.sql
-- Orders that the ERP has under our keys and that are not here, as after a restored backup.
alter table erp_reconciliations add column unknown integer not null default 0;
