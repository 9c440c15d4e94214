-- Products as the office edits them.

-- version refuses a change of what somebody else has changed meanwhile; whatever writes a product's own fields, its
-- sizes or prices raises it, orders do not. A deleted product is never active, so that no shop needs to ask;
-- was_active is what it becomes again.
alter table products
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column was_active boolean not null default false,
  add constraint products_deleted_is_inactive check (deleted_at is null or not is_active);
create index products_deleted on products (tenant_id, deleted_at) where deleted_at is not null;

-- What is in a lot, size by size: [{"size": "S", "pieces": 1}, …], their sum being pieces_per_lot; empty where only
-- lot_description says it. Read and written whole with its variant, hence no table of its own.
alter table variants
  add column lot_sizes jsonb not null default '[]' check (jsonb_typeof(lot_sizes) = 'array');
