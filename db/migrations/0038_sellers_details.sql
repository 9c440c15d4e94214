-- Who sells, as the documents of orders say it beside the customer. '' for what the office has not filled in.
alter table tenants
  add column address text not null default '',
  add column tax_office text not null default '',
  add column tax_number text not null default '',
  add column phone text not null default '';
grant update (address, tax_office, tax_number, phone) on tenants to toptan_app;
