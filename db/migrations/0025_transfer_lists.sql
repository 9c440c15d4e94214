-- Of the orders that go to the ERP those that are not there yet are few, and so are those that came there lately: found
-- and counted while somebody looks, however long the history.
create index order_transfers_unsent on order_transfers (tenant_id, state, requested_at, order_id)
  where state <> 'sent';
create index order_transfers_sent on order_transfers (tenant_id, settled_at, order_id)
  where state = 'sent';
create index order_transfers_newest on order_transfers (tenant_id, requested_at, order_id);
