/** SQL JSON fields to show a product p with photos. */
export const productFields = `
  'itemCode', p.item_code, 'itemDescription', p.item_description,
  'colorCode', p.color_code, 'colorDescription', p.color_description,
  'images', coalesce((select json_agg(i.file_name order by i.sort_order, i.file_name) from product_images i
                      where i.tenant_id = $1 and i.product_id = p.id), '[]'::json),
  'updatedDate', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
