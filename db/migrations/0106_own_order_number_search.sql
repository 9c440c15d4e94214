-- needs: 0084_price_ticks.sql
-- without transaction
-- Orders with a number of the customer's own, for search.
create index concurrently if not exists orders_of_own_number on orders (tenant_id, number) include (customer_order_number)
  where customer_order_number <> '';
