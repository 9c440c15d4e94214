-- A size belongs to a product of its tenant, and so on: the keys of these rows to tenants follow from their other keys, and
-- were checked again for every row written. Rows of a change set, which has the key, come by the hundred thousand.
alter table variants drop constraint variants_tenant_id_fkey;
alter table prices drop constraint prices_tenant_id_fkey;
alter table product_images drop constraint product_images_tenant_id_fkey;
alter table order_lines drop constraint order_lines_tenant_id_fkey;
alter table catalogue_changes drop constraint import_changes_tenant_id_fkey;
