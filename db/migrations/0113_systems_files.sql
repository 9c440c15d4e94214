-- without transaction
-- Files of other shop systems than Shopify are known too.
-- for each tenant
update change_sets set preview = preview || '{"kind": "system", "system": "Shopify"}'
where tenant_id = $1 and preview->>'kind' = 'shopify';
