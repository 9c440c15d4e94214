-- Orders of whoever has not signed in, where a wholesaler takes them: booked under one account of the tenant, with
-- who sent them written beside. Without that account ordering asks for a sign-in, whatever else is set.
alter table tenants
  add column guest_account_code text not null default '' check (length(guest_account_code) <= 30);
grant update (guest_account_code) on tenants to toptan_app;

-- guest: {name, phone, email}, of an order that no user has placed.
alter table orders
  alter column placed_by drop not null,
  add column guest jsonb check (jsonb_typeof(guest) = 'object'),
  add constraint orders_placed_by_somebody check ((placed_by is null) = (guest is not null));
