-- missing: the original was not in the store when it was looked for; it is looked for again. broken: the original is
-- there, and nothing can be made of it.
alter table photos drop constraint photos_state_check,
  add check (state in ('waiting', 'ready', 'missing', 'broken', 'going'));
drop index photos_waiting;
create index photos_due on photos (tenant_id, next_attempt_at) where state in ('waiting', 'missing');

-- Which of the broken ones were only missing shows when they are looked at again. The owner is held by row-level
-- security too: each tenant's photos are written as that tenant.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    execute format('set local app.tenant_id = %L', tenant);
    update photos set state = 'waiting', attempts = 0, next_attempt_at = now()
    where tenant_id = tenant and state = 'broken';
  end loop;
end $$;
