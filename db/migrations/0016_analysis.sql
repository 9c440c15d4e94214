-- What the dashboard reads.

-- Orders that have not gone to the ERP: few of many, and counted whenever somebody opens the panel.
create index orders_open on orders (tenant_id, account_id) where state = 'placed' and transferred_at is null;
