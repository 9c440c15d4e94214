import { isoTime } from '#server/db/isoTime.ts'

/** SQL JSON fields of a product p's photos; `updatedDate` is part of their addresses. */
export const photoFields = `
  'images', coalesce((select json_agg(i.file_name order by i.sort_order, i.file_name) from product_images i
                      where i.tenant_id = $1 and i.product_id = p.id), '[]'::json),
  'updatedDate', ${isoTime('p.updated_at')}`

/** SQL JSON fields to show a product p with photos. */
export const productFields = `
  'itemCode', p.item_code, 'itemDescription', p.item_description,
  'colorCode', p.color_code, 'colorDescription', p.color_description, ${photoFields}`
