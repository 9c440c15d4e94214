-- needs: 0084_price_ticks.sql
-- The further brands or categories of a rule that is for several; the first is in brand_id or category_id.
alter table price_rules add column other_ids uuid[] check (cardinality(other_ids) between 1 and 50);
