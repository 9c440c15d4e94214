-- needs: 0062_operators.sql
-- What was agreed with a customer about paying. credit_limit: in the account's currency; null for none.
alter table accounts
  add column payment_terms text not null default '' check (length(payment_terms) <= 100),
  add column credit_limit double precision check (credit_limit >= 0),
  add column when_overdue text not null default 'warn' check (when_overdue in ('ignore', 'warn', 'hold', 'refuse'));

-- What the ERP, or a file of the office, says that a customer owes. Positive: the customer owes.
-- open_orders: orders that the ERP has and has not invoiced; null if it does not say.
-- overdue: null if it follows from the documents.
create table account_balances (
  tenant_id uuid not null references tenants (id),
  account_id uuid not null,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  balance numeric(16, 2) not null,
  overdue numeric(16, 2),
  open_orders numeric(16, 2),
  as_of timestamptz not null,
  source text not null check (source in ('erp', 'file')),
  primary key (tenant_id, account_id, currency_code),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);

-- Of a customer's statement. key: the ERP's or file's own name for it. amount: positive raises what the customer owes.
-- open_amount: what of it is not settled; on cheques and notes what is not cashed.
create table account_documents (
  tenant_id uuid not null references tenants (id),
  account_id uuid not null,
  key text not null check (length(key) between 1 and 100),
  kind text not null check (kind in ('opening', 'invoice', 'creditNote', 'payment', 'cheque', 'note', 'other')),
  number text not null default '' check (length(number) <= 60),
  issued_on date not null,
  due_on date,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  amount numeric(16, 2) not null,
  open_amount numeric(16, 2) not null default 0,
  description text not null default '' check (length(description) <= 200),
  primary key (tenant_id, account_id, key),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);
create index account_documents_issued on account_documents (tenant_id, account_id, issued_on);
create index account_documents_due on account_documents (tenant_id, account_id, due_on) where open_amount <> 0;

alter table account_balances enable row level security;
alter table account_balances force row level security;
create policy tenant on account_balances
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
alter table account_documents enable row level security;
alter table account_documents force row level security;
create policy tenant on account_documents
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on account_balances, account_documents to toptan_app;
