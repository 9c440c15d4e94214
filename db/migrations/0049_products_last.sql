-- A change set writes sizes, prices and photos before their product, which stores figures of them: written first, every
-- new product would be written twice.
alter table variants alter constraint variants_tenant_id_product_id_fkey deferrable initially deferred;
alter table product_images alter constraint product_images_tenant_id_product_id_fkey deferrable initially deferred;
