-- The photo files that a tenant's store keeps, each under its content's hash: what is still to be made of them, and
-- since when nothing shows them any more. What was stored before this table existed comes in when it is first looked
-- through. A waiting photo that is taken to be worked on is due again at next_attempt_at, long enough after that two
-- seldom do the same, so that the one a killed process held is made later.
create table photos (
  tenant_id uuid not null references tenants (id),
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  -- waiting: only the original is there. broken: nothing could be made of it. going: its files are being removed.
  state text not null check (state in ('waiting', 'ready', 'broken', 'going')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Null while it is shown; of one that is kept and not shown yet, when it was last sent.
  unused_since timestamptz,
  primary key (tenant_id, content_hash)
);
create index photos_waiting on photos (tenant_id, next_attempt_at) where state = 'waiting';
create index photos_unused on photos (tenant_id, unused_since) where unused_since is not null;

-- Which products show a photo.
create index product_images_content on product_images (tenant_id, content_hash);

-- Photos that somebody has taken away or replaced, for as long as they can be had back.
create table deleted_photos (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  product_id uuid not null,
  file_name text not null,
  content_hash text not null,
  sort_order integer not null,
  deleted_at timestamptz not null,
  deleted_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references products (tenant_id, id)
);
create index deleted_photos_product on deleted_photos (tenant_id, product_id, deleted_at);
create index deleted_photos_age on deleted_photos (tenant_id, deleted_at);

-- Photo catalogues that are drawn, or were: the file lies in the store under its id for a day.
create table photo_catalogues (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('drawing', 'ready', 'failed')),
  file_name text not null,
  products integer not null,
  done integer not null default 0,
  created_at timestamptz not null,
  -- When whoever draws it was last heard of.
  seen_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index photo_catalogues_user on photo_catalogues (tenant_id, user_id, created_at);

-- What a photo's file name says of an item, as photoKey of src/shared/photoNames.ts folds it: as in a search, with one
-- underscore for whatever parts words. Stored, since under row-level security only a plain column is found by index.
alter table products add column photo_key text not null generated always as (
  btrim(regexp_replace(
    replace(lower(translate(regexp_replace(
      normalize(item_code, NFKD),
      '[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]', '', 'g'),
      e'I\u0131\u0671\u0629\u0649\u06cc\u06a9'
        || e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
        || e'\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      e'ii\u0627\u0647\u064a\u064a\u0643' || '01234567890123456789')
      collate "und-x-icu"), e'\u0153', 'oe'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00a0\u2010-\u2015\u2212]+', '_', 'g'), '_')) stored;
create index products_photo_key on products (tenant_id, photo_key);

alter table photos enable row level security;
alter table photos force row level security;
create policy tenant on photos
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table deleted_photos enable row level security;
alter table deleted_photos force row level security;
create policy tenant on deleted_photos
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

alter table photo_catalogues enable row level security;
alter table photo_catalogues force row level security;
create policy tenant on photo_catalogues
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);

grant select, insert, update, delete on photos, deleted_photos, photo_catalogues to toptan_app;
