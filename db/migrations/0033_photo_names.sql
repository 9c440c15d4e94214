-- What files say that photos of their products are called: by these names photos that are sent later find their
-- products. By codes, which stay, so that a product can go. name_key is folded as photoKey of src/shared/photoNames.ts
-- folds it.
create table photo_names (
  tenant_id uuid not null references tenants (id),
  name_key text not null check (length(name_key) between 1 and 500),
  item_code text not null,
  color_code text not null,
  -- Which of the product's photos it is, from 1.
  position integer not null,
  -- The import that said so, and whose undoing takes it back.
  run_id uuid not null,
  primary key (tenant_id, name_key, item_code, color_code)
);
create index photo_names_product on photo_names (tenant_id, item_code, color_code);
create index photo_names_run on photo_names (tenant_id, run_id);

alter table photo_names enable row level security;
alter table photo_names force row level security;
create policy tenant on photo_names
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on photo_names to toptan_app;
