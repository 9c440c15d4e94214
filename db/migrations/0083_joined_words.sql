-- needs: 0062_operators.sql
-- without transaction
-- Words with apostrophes or hyphens can be entered without these too: chr(2) || 'tshirt' leads to 't-shirt'. So can a single
-- letter with the word behind it: to 't shirt'. As src/server/catalogue/spellings.ts notes them with each product.
-- for each tenant
-- repeat
insert into search_endings (tenant_id, ending, word)
select $1::uuid, chr(2) || substr(w.joined, place, 40), w.word
from (
  select s.word, regexp_replace(s.word, '[''`ʼ‘’′‐‒–−-]', '', 'g') as joined,
    length(regexp_replace(regexp_replace(s.word, '[^''`ʼ‘’′‐‒–−-]*$', ''), '[''`ʼ‘’′‐‒–−-]', '', 'g')) as places
  from search_words s
  -- Behind the keys of facets.
  where s.tenant_id = $1 and s.word >= ' ' and s.word ~ '[^''`ʼ‘’′‐‒–−-][''`ʼ‘’′‐‒–−-]' and length(s.word) <= 100
    and not exists (
      select from search_endings e
      where e.tenant_id = $1 and e.word = s.word
        and e.ending = chr(2) || left(regexp_replace(s.word, '[''`ʼ‘’′‐‒–−-]', '', 'g'), 40))
  order by s.word limit 5000) w
cross join lateral generate_series(1, w.places) place
on conflict (tenant_id, ending, word) do nothing;

-- for each tenant
insert into search_endings (tenant_id, ending, word)
select distinct $1::uuid, chr(2) || left(regexp_replace(m.pair[1], '[ ''`ʼ‘’′‐‒–−-]', '', 'g'), 40), m.pair[1]
from products p
cross join lateral regexp_matches(p.search_text || e'\n' || p.translated_text, '(?:^|\s)(\S \S+)', 'g') m (pair)
where p.tenant_id = $1 and length(m.pair[1]) <= 100
on conflict (tenant_id, ending, word) do nothing;
