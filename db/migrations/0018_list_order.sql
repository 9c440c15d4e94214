-- What long lists are sorted by: a page is cut out of the index, not out of all rows put in order first. Orders are
-- listed by the names of their customers and agents through these as well.
create index accounts_by_name on accounts (tenant_id, description collate "tr-x-icu", code);
create index agents_by_name on agents (tenant_id, name collate "tr-x-icu", code);
create index orders_by_qty on orders (tenant_id, qty, number);
create index orders_by_amount on orders (tenant_id, amount_minor, number);
