/** As JSON fields what a screen needs to show a product of `products p`, its photos among them. */
export const picturedFields = `
  'itemCode', p.item_code, 'itemDescription', p.item_description,
  'colorCode', p.color_code, 'colorDescription', p.color_description,
  'images', coalesce((select json_agg(i.file_name order by i.sort_order, i.file_name) from product_images i
                      where i.tenant_id = $1 and i.product_id = p.id), '[]'::json),
  'updatedDate', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
