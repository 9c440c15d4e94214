-- What the planner knows of the catalogue, taken anew by whoever has just filled much of it: the application owns no
-- table and may not. It sees nothing and changes nothing else.
create function refresh_catalogue_statistics() returns void language plpgsql security definer set search_path from current as $$
begin
  analyze products;
  analyze variants;
  analyze prices;
end $$;
revoke execute on function refresh_catalogue_statistics() from public;
grant execute on function refresh_catalogue_statistics() to toptan_app;
