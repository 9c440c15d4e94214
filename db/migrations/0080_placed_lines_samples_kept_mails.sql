-- needs: 0062_operators.sql
-- without transaction
-- What an order had when it was placed, variant id: quantity; null until its lines are changed for the first time.
alter table order_keys add column if not exists placed_lines jsonb;

-- Written to a folder because there was no mail server, not sent.
alter table order_mails add column if not exists is_kept boolean not null default false;

-- May be ordered although its price is 0. The prices of 0 of all others are none in the shop, so the figures of their
-- products are worked out again, as figures.ts of the catalogue does.
alter table variants add column if not exists is_free_sample boolean not null default false;

-- for each tenant
-- repeat
update products p set lowest_prices = l.prices, lowest_currencies = l.currencies, fully_priced_in = l.fully
from (
  select d.id, coalesce(jsonb_object_agg(w.price_group, w.amount_minor) filter (where w.price_group is not null), '{}') as prices,
    coalesce(jsonb_object_agg(w.price_group, w.currency_code) filter (where w.price_group is not null), '{}') as currencies,
    coalesce(array_agg(w.price_group order by w.price_group) filter (where w.price_group is not null and w.priced = w.variants),
             case when count(w.variants) > 0 then '{}'::text[] end) as fully
  from (
    select q.id from products q
    where q.tenant_id = $1 and exists (select from jsonb_each_text(q.lowest_prices) z where z.value = '0')
    limit 500) d
  left join lateral (
    select distinct on (r.price_group) r.price_group, r.amount_minor, r.currency_code, v.variants,
      count(*) over (partition by r.price_group) as priced
    from (
      select v.id, count(*) over () as variants from variants v
      where v.tenant_id = $1 and v.product_id = d.id and v.is_active
    ) v left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.amount_minor > 0
    order by r.price_group, r.amount_minor, r.currency_code) w on true
  group by d.id) l
where p.tenant_id = $1 and p.id = l.id;

-- for each tenant
delete from listed_prices l using products p
where l.tenant_id = $1 and l.amount_minor = 0 and p.tenant_id = $1 and p.id = l.product_id
  and not p.lowest_prices ? l.price_group;

-- for each tenant
update listed_prices l set amount_minor = (p.lowest_prices->>l.price_group)::bigint,
  currency_code = p.lowest_currencies->>l.price_group
from products p
where l.tenant_id = $1 and l.amount_minor = 0 and p.tenant_id = $1 and p.id = l.product_id;
