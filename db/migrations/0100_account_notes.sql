-- needs: 0084_price_ticks.sql
-- What the office notes of a customer, for itself.
alter table accounts add column note text not null default '' check (length(note) <= 1000);
