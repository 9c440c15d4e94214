import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { FileAnswer, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { stemOf } from '#shared/photos/photoNames.ts'
import {
  getOriginalImage,
  getPhotoProgress,
  getProductPhotos,
  type ProductPhotoList,
} from '#shared/photos/photos.ts'
import { deletedPhotoLifetimeMs } from './arrangeImages.ts'
import { formatOf, type PictureFormat } from './pictureFormat.ts'

const readPhotos = prepared(`
  select json_build_object(
    'itemCode', p.item_code, 'colorCode', p.color_code, 'itemDescription', p.item_description,
    'colorDescription', p.color_description, 'updatedDate', ${isoTime('p.updated_at')},
    'photos', (
      select coalesce(json_agg(json_build_object('file', i.file_name, 'state', coalesce(nullif(f.state, 'going'), 'ready'))
                      order by i.sort_order, i.file_name), '[]')
      from product_images i
      left join photos f on f.tenant_id = $1 and f.content_hash = i.content_hash
      where i.tenant_id = $1 and i.product_id = p.id),
    'deleted', (
      select coalesce(json_agg(json_build_object('id', d.id, 'file', d.file_name, 'deletedAt', ${isoTime('d.deleted_at')},
                                                 'deletedBy', d.deleted_by) order by d.deleted_at desc, d.id), '[]')
      from deleted_photos d where d.tenant_id = $1 and d.product_id = p.id and d.deleted_at > $4)) as found
  from products p where p.tenant_id = $1 and p.item_code = $2 and p.color_code = $3`)

/** With each photo's state, and the restorable ones. */
export const productPhotos = verb(getProductPhotos, async ({ tx, now }, { itemCode, colorCode }) => {
  const since = new Date(now.getTime() - deletedPhotoLifetimeMs)
  return (await oneOf(tx.query<{ found: ProductPhotoList }>(readPhotos, itemCode, colorCode, since))).found
})

const progress = prepared(`
  select (select count(*)::int from photos where tenant_id = $1 and state = 'waiting') as waiting,
         (select coalesce(json_agg(json_build_object('itemCode', p.item_code, 'colorCode', p.color_code,
                                                     'file', i.file_name) order by p.item_code, p.color_code), '[]')
          from (select content_hash from photos where tenant_id = $1 and state in ('missing', 'broken') limit 100) f
          join product_images i on i.tenant_id = $1 and i.content_hash = f.content_hash
          join products p on p.tenant_id = $1 and p.id = i.product_id) as broken`)

export const photoProgress = verb(getPhotoProgress, async ({ tx }) => {
  const [row] = await tx.query<{
    waiting: number
    broken: { itemCode: string; colorCode: string; file: string }[]
  }>(progress)
  return row ?? { waiting: 0, broken: [] }
})

const findHash = prepared(`
  select i.content_hash as hash from products p
  join product_images i on i.tenant_id = $1 and i.product_id = p.id and i.file_name = $4
  where p.tenant_id = $1 and p.item_code = $2 and p.color_code = $3`)

const extensions: Record<PictureFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' }

/** As sent, with the right file extension. */
export const originalImage = verb(
  getOriginalImage,
  async ({ inTenant, services, tenant }, { itemCode, colorCode, file }) => {
    const [found] = await inTenant('read', (tx) =>
      tx.query<{ hash: string }>(findHash, itemCode, colorCode, file),
    )
    const bytes = found && (await services.photos.original(tenant.id, found.hash))
    if (!bytes) throw new Refusal('notFound')
    const format = formatOf(bytes)
    return new FileAnswer(bytes, format ? `${stemOf(file)}.${extensions[format]}` : file)
  },
)
