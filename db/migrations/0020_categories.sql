-- A category is switched off with all below it. is_active stays what every reader asks for, and holds where the category
-- and all above it are switched on; switched_on is the category's own switch, which outlives those above.
alter table categories add column switched_on boolean not null default true;

-- The owner fills the new column of all tenants at once, which a forced policy keeps it from.
alter table categories no force row level security;
update categories set switched_on = false where not is_active;
update categories c set is_active = false
where c.is_active and exists (
  select from categories above
  where above.tenant_id = c.tenant_id and above.id = any (c.path) and not above.switched_on);
alter table categories force row level security;

create index categories_parent on categories (tenant_id, parent_id);
