-- What attribute01 … are called every page says: it is kept with the tenant's other settings, in the row that every
-- request reads. The table made for it before was never written.
drop table attribute_names;

-- In the order in which people see them: [{"name": "attribute03", "names": {"tr": "Sezon"}, "isFacet": true}, …]. Those
-- that are missing come behind, without a name. The version is their own: settings are edited elsewhere.
alter table tenants
  add column attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  add column attributes_version integer not null default 1;
grant update (attributes, attributes_version) on tenants to toptan_app;
