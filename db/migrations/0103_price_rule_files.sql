-- needs: 0084_price_ticks.sql
-- without transaction
-- Files of price rules, from price_rule_imports: servers of the version before still use that table, so a later migration
-- drops it.
-- for each tenant
insert into file_imports (tenant_id, id, kind, file_name, counts, created_at, created_by, created_by_name, undone_at, undone_by_name)
select tenant_id, id, 'priceRules', file_name,
       jsonb_build_object('added', coalesce(counts->'added', '0'), 'changed', coalesce(counts->'changed', '0'), 'removed', 0),
       created_at, created_by, created_by_name, undone_at, undone_by_name
from price_rule_imports where tenant_id = $1 on conflict do nothing;
-- An import wrote the version after the one that it found.
-- for each tenant
insert into file_import_changes (tenant_id, import_id, record_id, before, mark)
select i.tenant_id, i.id, (rule->>'id')::uuid, rule, ((rule->>'version')::integer + 1)::text
from price_rule_imports i, jsonb_array_elements(i.before) rule where i.tenant_id = $1 and i.undone_at is null
union all
select i.tenant_id, i.id, (rule->>'id')::uuid, null, rule->>'version'
from price_rule_imports i, jsonb_array_elements(i.added) rule where i.tenant_id = $1 and i.undone_at is null
on conflict do nothing;
-- for each tenant
delete from price_rule_imports where tenant_id = $1;
