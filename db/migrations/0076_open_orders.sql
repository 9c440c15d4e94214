-- needs: 0062_operators.sql
-- without transaction
-- What a customer has ordered that no invoice has yet, beside their limit.
create index concurrently if not exists orders_owed on orders (tenant_id, account_id, transferred_at)
  where state <> 'cancelled';
create index concurrently if not exists orders_held on orders (tenant_id, number) where state in ('review', 'returned');
