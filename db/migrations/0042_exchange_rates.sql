-- What the office says that other currencies are worth in the company's own. Entered against base_code: where the
-- company changes its currency, the rates of before are none any more.
create table exchange_rates (
  tenant_id uuid not null references tenants (id),
  base_code text not null check (base_code ~ '^[A-Z]{3}$'),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$' and currency_code <> base_code),
  -- So much of base_code for one of currency_code.
  rate numeric(16, 6) not null check (rate > 0),
  entered_at timestamptz not null,
  entered_by uuid not null,
  primary key (tenant_id, base_code, currency_code),
  foreign key (tenant_id, entered_by) references users (tenant_id, id)
);

alter table exchange_rates enable row level security;
alter table exchange_rates force row level security;
create policy tenant on exchange_rates
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on exchange_rates to toptan_app;
