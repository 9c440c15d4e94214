-- needs: 0062_operators.sql
-- Brands and categories added with their products are joined to them. Without statistics of these too, a page of the
-- product list after the first import is planned as a walk through all products.
create or replace function refresh_catalogue_statistics() returns void language plpgsql security definer
  set search_path from current as $$
begin
  analyze products;
  analyze variants;
  analyze prices;
  analyze brands;
  analyze categories;
  analyze translations;
end $$;
