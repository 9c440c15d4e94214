-- Mails of orders that could not be delivered, as the office looks for them. dropped: somebody has seen it, and wants
-- nothing more of it.
alter table order_mails drop constraint order_mails_state_check;
alter table order_mails add constraint order_mails_state_check check (state in ('pending', 'sent', 'dead', 'dropped'));
create index order_mails_dead on order_mails (tenant_id, order_id) where state = 'dead';
