-- needs: 0084_price_ticks.sql
-- Whether an agent or the office wrote why an order does not keep agreed quantities: that is not for the customer to read.
alter table orders add column override_by_seller boolean not null default true;
