-- What products, brands, categories and customers are found by, folded as foldForSearch of src/shared/text.ts folds
-- what is looked for; a test holds the two against each other.
-- No trigram index: LIKE is not leakproof, so under row-level security PostgreSQL asks no index for it, of whatever
-- kind. Stored and folded, the texts of a whole catalogue are gone through in milliseconds.
do $$
declare
  -- Compatibility forms and accents go; then marks of other scripts, and characters that nobody sees. Turkish I and ı,
  -- variants of Arabic letters and digits of other scripts become what people type.
  folded text := $fold$
    generated always as (replace(lower(translate(regexp_replace(
      normalize(%s, NFKD),
      '[\u00ad\u0300-\u036f\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]', '', 'g'),
      e'I\u0131\u0671\u0629\u0649\u06cc\u06a9'
        || e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
        || e'\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      e'ii\u0627\u0647\u064a\u064a\u0643' || '01234567890123456789')
      collate "und-x-icu"), e'\u0153', 'oe')) stored $fold$;
  attributes text := (
    select string_agg(format($field$coalesce(e'\n' || (attributes->>%L), '')$field$, 'attribute' || to_char(n, 'FM00')),
                      ' || ' order by n)
    from generate_series(1, 10) n);
begin
  -- A line for each field, the code first: a match is told by where it stands.
  execute 'alter table products add column search_text text not null ' || format(folded,
    $text$item_code || e'\n' || item_description || e'\n' || color_code || e'\n' || color_description || $text$ || attributes);
  -- For codes that people type, in any case.
  execute 'alter table products add column code_key text not null ' || format(folded, 'item_code');
  execute 'alter table brands add column search_text text not null ' || format(folded, 'name');
  execute 'alter table categories add column search_text text not null ' || format(folded, 'full_name');
  execute 'alter table accounts drop column search_text, add column search_text text not null ' || format(folded,
    $text$code || ' ' || description || ' ' || city || ' ' || email || ' ' || tax_number$text$);
end $$;
create index products_code_key on products (tenant_id, code_key);
