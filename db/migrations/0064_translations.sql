-- needs: 0062_operators.sql
-- The language of the catalogue's own texts. Texts in other languages are translations of these.
alter table tenant_settings add column main_language text not null default 'tr'
  check (main_language in ('tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar'));

-- A text of the catalogue in other languages: {"it": "Giacca", …}. Found by the text in the main language, so equal texts
-- of many products are translated once, and an order's lines need no product to be read in any language.
-- accepted: the languages whose text was built from the dictionary; any other was written by hand.
create table translations (
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in ('item', 'color', 'lot', 'brand', 'category', 'value', 'size')),
  source text not null check (length(source) between 1 and 500),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  accepted text[] not null default '{}',
  updated_at timestamptz not null,
  primary key (tenant_id, kind, source)
);
-- One line, folded as in 0006_search.sql.
do $$
declare
  folded text := $fold$
    generated always as (replace(lower(translate(regexp_replace(
      normalize(%s, NFKD),
      '[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]', '', 'g'),
      e'I\u0131\u0671\u0629\u0649\u06cc\u06a9'
        || e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
        || e'\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      e'ii\u0627\u0647\u064a\u064a\u0643' || '01234567890123456789')
      collate "und-x-icu"), e'\u0153', 'oe')) stored $fold$;
  languages text := (
    select string_agg(format($field$coalesce((texts->>%L) || ' ', '')$field$, language), ' || ' order by language)
    from unnest(array['tr', 'en', 'ru', 'it', 'fr', 'ro', 'ar']) language);
begin
  execute 'alter table translations add column search_text text not null ' || format(folded, languages);
end $$;
alter table translations enable row level security;
alter table translations force row level security;
create policy tenant on translations
  using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on translations to toptan_app;

-- What else a product is found by: the translations of its texts, folded; those of its name are the first line.
alter table products add column translated_text text not null default '';

-- Whether a version of the catalogue changed translations.
alter table catalogue_versions add column texts_changed boolean not null default false;
