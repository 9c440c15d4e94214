-- The product of each line, and in one index what dashboards sum up: orders of a span stand side by side in it, so that a
-- month of lines is read without the lines, their sizes or the products.
alter table order_lines add column product_id uuid;
alter table order_lines drop constraint order_lines_tenant_id_order_id_variant_id_key;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    update order_lines l set product_id = v.product_id from variants v
    where l.tenant_id = tenant and v.tenant_id = tenant and v.id = l.variant_id;
  end loop;
end $$;
alter table order_lines alter column product_id set not null;
alter table order_lines add constraint order_lines_variants unique (tenant_id, order_id, variant_id)
  include (product_id, qty, pieces_per_lot, unit_price_minor, currency_code);
