-- The codes of products with what the office's lists ask of every one of them: whether it is deleted, active, without a
-- price. A list goes through the index alone, a tenth of the table. None of these moves with an order.
alter table products drop constraint products_tenant_id_item_code_color_code_key;
alter table products add constraint products_codes unique (tenant_id, item_code, color_code)
  include (id, is_active, deleted_at, fully_priced_in);
