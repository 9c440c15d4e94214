-- needs: 0062_operators.sql
-- VAT; see docs/tax.md. tax_rates: [{"code": "10", "name": "…", "percent": 10}, …], the first for products without a code;
-- empty: the tenant states no VAT.
alter table tenant_settings
  add column tax_rates jsonb not null default '[]' check (jsonb_typeof(tax_rates) = 'array'),
  add column tax_rounding text not null default 'line' check (tax_rounding in ('line', 'order'));
alter table products add column tax_code text not null default '' check (length(tax_code) <= 20);
alter table accounts add column tax_treatment text not null default 'domestic'
  check (tax_treatment in ('domestic', 'reverseCharge', 'export'));

-- As when ordered, so that other rates do not change it later. Null: no VAT was stated.
alter table orders
  add column tax_treatment text check (tax_treatment in ('domestic', 'reverseCharge', 'export')),
  add column tax_rounding text check (tax_rounding in ('line', 'order'));
alter table order_lines add column tax_percent numeric(5, 2) check (tax_percent between 0 and 100);
alter table order_totals add column tax_minor bigint;
