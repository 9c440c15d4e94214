-- needs: 0062_operators.sql
-- '' for none.
alter table drafts add column campaign_code text not null default '' check (length(campaign_code) <= 30);
