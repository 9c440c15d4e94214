-- needs: 0084_price_ticks.sql
-- without transaction
-- Files of price rules, from price_rule_imports. Servers of the version before still use that table: the migration that drops
-- it copies what they added meanwhile.
-- for each tenant
insert into file_imports (tenant_id, id, kind, file_name, counts, created_at, created_by, created_by_name, undone_at, undone_by_name)
select tenant_id, id, 'priceRules', file_name,
       jsonb_build_object('added', coalesce(counts->'added', '0'), 'changed', coalesce(counts->'changed', '0'), 'removed', 0),
       created_at, created_by, created_by_name, undone_at, undone_by_name
from price_rule_imports where tenant_id = $1 on conflict do nothing;
-- An import wrote the version after the one that it found. Of imports that came since the step before nothing is copied.
-- for each tenant
insert into file_import_changes (tenant_id, import_id, record_id, before, mark)
select c.tenant_id, c.import_id, c.record_id, c.before, c.mark
from (
  select i.tenant_id, i.id as import_id, (rule->>'id')::uuid as record_id, rule as before,
         ((rule->>'version')::integer + 1)::text as mark
  from price_rule_imports i, jsonb_array_elements(i.before) rule where i.tenant_id = $1 and i.undone_at is null
  union all
  select i.tenant_id, i.id, (rule->>'id')::uuid, null, rule->>'version'
  from price_rule_imports i, jsonb_array_elements(i.added) rule where i.tenant_id = $1 and i.undone_at is null) c
join file_imports f on f.tenant_id = $1 and f.id = c.import_id
on conflict do nothing;
