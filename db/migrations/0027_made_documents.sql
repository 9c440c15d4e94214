-- What the ERP has said that it made of an order and is not known to be gone: document key → what the ERP calls it. A
-- document that stands here is never sent again, though the ERP does not show it, until a person says that it is gone.
alter table order_transfers
  add column made jsonb not null default '{}' check (jsonb_typeof(made) = 'object');
