-- needs: 0084_price_ticks.sql
-- Of which groups of news a user wants mails and push messages.
alter table users
  add column mailed_news text[] not null default '{orders,drafts,stock}' check (mailed_news <@ array['orders', 'drafts', 'stock']),
  add column pushed_news text[] not null default '{orders,drafts,stock}' check (pushed_news <@ array['orders', 'drafts', 'stock']);

-- What happened to an order, a draft or a product that a user waits for: the latest of each, by user.
create table news (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  -- An order, a draft or a product.
  subject_id uuid not null,
  kind text not null,
  -- Of a product: the sizes that are in stock again.
  sizes text[] not null default '{}',
  noted_at timestamptz not null,
  read_at timestamptz,
  -- By which ways it is still to be sent.
  unsent text[] not null default '{}' check (unsent <@ array['mail', 'push']),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (tenant_id, user_id, subject_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index news_unread on news (tenant_id, user_id) where read_at is null;
create index news_noted on news (tenant_id, noted_at);
create index news_unsent on news (tenant_id, next_attempt_at) where unsent <> '{}';
alter table news enable row level security;
alter table news force row level security;
create policy tenant on news
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on news to toptan_app;

-- Sizes and lots that a user waits for.
create table stock_waits (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  variant_id uuid not null,
  noted_at timestamptz not null,
  primary key (tenant_id, user_id, variant_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, variant_id) references variants (tenant_id, id) on delete cascade
);
create index stock_waits_of_variant on stock_waits (tenant_id, variant_id);
alter table stock_waits enable row level security;
alter table stock_waits force row level security;
create policy tenant on stock_waits
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on stock_waits to toptan_app;

-- Where a browser takes push messages (RFC 8030, RFC 8291), as long as its session lasts.
create table push_devices (
  tenant_id uuid not null references tenants (id),
  session_id uuid not null,
  user_id uuid not null,
  address text not null,
  public_key text not null,
  auth_secret text not null,
  language text not null,
  noted_at timestamptz not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index push_devices_of_user on push_devices (tenant_id, user_id);
alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy tenant on push_devices
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on push_devices to toptan_app;
