-- needs: 0062_operators.sql
-- What the office agreed with everybody, a price group or an account over the list prices; see docs/pricing.md. Nothing is
-- worked out from them into tables: a price is found when it is asked for.
-- tiers: [{"from": 100, "percents": [20, 5]}, …], or with an "amount" for a piece, by rising "from": pieces, or an amount
-- of the order in currency_code.
create table price_rules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  account_id uuid,
  price_group text,
  target text not null check (target in ('all', 'brand', 'category', 'item', 'product')),
  brand_id uuid,
  category_id uuid,
  item_code text,
  color_code text,
  basis text not null check (basis in ('none', 'itemPieces', 'brandPieces', 'orderAmount')),
  effect text not null check (effect in ('fixed', 'percent', 'amountOff')),
  currency_code text check (currency_code ~ '^[A-Z]{3}$'),
  tiers jsonb not null check (jsonb_typeof(tiers) = 'array'),
  ends_others boolean not null,
  -- Only for carts with this code; '' for all.
  code text not null default '' check (length(code) <= 30),
  -- Days, both included.
  valid_from date,
  valid_until date,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (account_id is null or price_group is null),
  check ((target = 'brand') = (brand_id is not null)),
  check ((target = 'category') = (category_id is not null)),
  check ((target in ('item', 'product')) = (item_code is not null)),
  check ((target = 'product') = (color_code is not null)),
  check ((effect <> 'percent' or basis = 'orderAmount') = (currency_code is not null)),
  -- Not of brands and categories: a rule without its brand is for nothing, and must not keep an import from being undone.
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);
-- Folded as in 0006_search.sql.
alter table price_rules add column search_text text not null
  generated always as (replace(lower(translate(regexp_replace(
    normalize(name || ' ' || code, NFKD),
    '[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]', '', 'g'),
    e'I\u0131\u0671\u0629\u0649\u06cc\u06a9'
      || e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
      || e'\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
    e'ii\u0627\u0647\u064a\u064a\u0643' || '01234567890123456789')
    collate "und-x-icu"), e'\u0153', 'oe')) stored;
create index price_rules_account on price_rules (tenant_id, account_id);
alter table price_rules enable row level security;
alter table price_rules force row level security;
create policy tenant on price_rules
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on price_rules to toptan_app;

-- Raised with every change of what prices are worked out from.
alter table tenant_versions add column pricing bigint not null default 1;

-- What the price was worked out from: the list price and, if rules changed it, each step. Null: it is the list price.
alter table orders add column campaign_code text not null default '';
alter table order_lines
  add column list_price_minor bigint,
  add column price_steps jsonb;
