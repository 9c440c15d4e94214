-- The currency of amount_minor: orders are put into order by their amounts within each currency, since more roubles
-- than dollars are not more money.
alter table orders add column amount_currency text not null default '';

-- The owner is held by row-level security too: each tenant's orders are written as that tenant.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    update orders o set amount_currency = t.currency_code
    from (
      select distinct on (order_id) order_id, currency_code from order_totals where tenant_id = tenant
      order by order_id, amount_minor desc, currency_code) t
    where o.tenant_id = tenant and o.id = t.order_id;
  end loop;
end $$;

drop index orders_by_amount;
create index orders_by_amount on orders (tenant_id, amount_currency, amount_minor, number);
