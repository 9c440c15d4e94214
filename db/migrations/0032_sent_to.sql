-- Where an order was last sent to: what may be in one ERP is not sent to another one, which cannot know it. '' where it never
-- was, or before this was kept.
alter table order_transfers add column sent_to text not null default '';
