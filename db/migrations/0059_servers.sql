-- needs: 0058_tenant_settings.sql
-- Processes that serve, for each other and for the operator. photos: names the place where they keep photos.
create table servers (
  id uuid primary key,
  name text not null,
  photos text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on servers to toptan_app;
