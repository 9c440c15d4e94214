-- needs: 0084_price_ticks.sql
-- Products that a user wants to find again.
create table favourites (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  product_id uuid not null,
  noted_at timestamptz not null,
  primary key (tenant_id, user_id, product_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, product_id) references products (tenant_id, id) on delete cascade
);
create index favourites_of_product on favourites (tenant_id, product_id);
alter table favourites enable row level security;
alter table favourites force row level security;
create policy tenant on favourites
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on favourites to toptan_app;
