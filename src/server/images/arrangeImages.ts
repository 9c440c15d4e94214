import { actorOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { maxPhotosPerProduct, storedName } from '#shared/photos/photoNames.ts'
import { deleteProductImage, restoreProductImage, sortProductImages } from '#shared/photos/photos.ts'
import { keepDeleted, lockPhotos, type Photo, writePhotos } from './productImages.ts'

/** How long deleted photos can be restored. */
export const deletedPhotoLifetimeMs = 30 * 24 * 60 * 60_000

/** Refuses with `record.changed` if `files` are not exactly the product's photos. */
export const sortImages = verb(sortProductImages, async (call, { itemCode, colorCode, files }) => {
  const product = await lockPhotos(call.tx, itemCode, colorCode)
  const sorted = files.flatMap((file) => product.photos.find((photo) => photo.file === file) ?? [])
  const isAll = new Set(sorted).size === product.photos.length && files.length === product.photos.length
  if (!isAll) throw new Refusal('record.changed')
  return writePhotos(call.tx, product, sorted, { actor: actorOf(call), now: call.now })
})

export const deleteImage = verb(deleteProductImage, async (call, { itemCode, colorCode, file }) => {
  const { tx, now } = call
  const by = { actor: actorOf(call), now }
  const product = await lockPhotos(tx, itemCode, colorCode)
  const photo = product.photos.find((one) => one.file === file)
  if (!photo) throw new Refusal('notFound')
  const deletedId = await keepDeleted(tx, product, photo, by)
  const remaining = product.photos.filter((one) => one !== photo)
  return { ...(await writePhotos(tx, product, remaining, by)), deletedId }
})

type Deleted = Photo & { itemCode: string; colorCode: string; place: number }
const takeDeleted = prepared(`
  delete from deleted_photos d using products p
  where d.tenant_id = $1 and d.id = $2 and d.deleted_at > $3 and p.tenant_id = $1 and p.id = d.product_id
  returning d.file_name as file, d.content_hash as hash, d.sort_order as place,
            p.item_code as "itemCode", p.color_code as "colorCode"`)

/** At its former position. */
export const restoreImage = verb(restoreProductImage, async (call, { id }) => {
  const { tx, now } = call
  const deleted = await oneOf(
    tx.query<Deleted>(takeDeleted, id, new Date(now.getTime() - deletedPhotoLifetimeMs)),
  )
  const product = await lockPhotos(tx, deleted.itemCode, deleted.colorCode)
  const { photos } = product
  if (photos.some(({ hash }) => hash === deleted.hash)) throw new Refusal('image.duplicate')
  if (photos.length >= maxPhotosPerProduct)
    throw new Refusal('image.tooMany', { values: { limit: maxPhotosPerProduct } })
  const usedNames = new Set(photos.map(({ file }) => file.toLowerCase()))
  const photo = { file: storedName(deleted.file, usedNames), hash: deleted.hash }
  return writePhotos(tx, product, photos.toSpliced(deleted.place, 0, photo), { actor: actorOf(call), now })
})
