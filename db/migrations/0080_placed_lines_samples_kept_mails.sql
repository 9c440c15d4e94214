-- needs: 0062_operators.sql
-- What an order had when it was placed, variant id: quantity; null until its lines are changed for the first time.
alter table order_keys add column placed_lines jsonb;

-- May be ordered although its price is 0.
alter table products add column is_free_sample boolean not null default false;

-- Written to a folder because there was no mail server, not sent.
alter table order_mails add column is_kept boolean not null default false;
