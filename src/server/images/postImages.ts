import type { z } from 'zod'
import { actorOf } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { SentFile } from '#server/files/sentFiles.ts'
import { verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { maxPhotosPerProduct, placeOf, storedName } from '#shared/photos/photoNames.ts'
import { postProductImages } from '#shared/photos/photos.ts'
import { keepPicture } from './keepPicture.ts'
import { keepDeleted, type LockedProduct, lockPhotos, type Photo, writePhotos } from './productImages.ts'

type PostInput = z.output<typeof postProductImages.input>
type Refused = { file: SentFile; refusal: Refusal }

const findProduct = prepared(
  'select id from products where tenant_id = $1 and item_code = $2 and color_code = $3',
)

/**
 * Adds photos to a product. Files are checked and stored before the transaction; sizes are created later. If no file
 * is accepted, refuses with the first one's reason.
 */
export const postImages = verb(postProductImages, async (call, asked) => {
  const { inTenant, files, language } = call
  const [found] = await inTenant('read', (tx) => tx.query(findProduct, asked.itemCode, asked.colorCode))
  if (!found) throw new Refusal('notFound')
  if (files.length === 0 || (asked.replaces && files.length > 1)) throw new Refusal('request.invalid')
  const refused: Refused[] = []
  const stored: SentFile[] = []
  for (const file of files) {
    try {
      await keepPicture(call, file)
      stored.push(file)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      refused.push({ file, refusal })
    }
  }
  return inTenant('write', async (tx) => {
    const product = await lockPhotos(tx, asked.itemCode, asked.colorCode)
    const by = { actor: actorOf(call), now: call.now }
    const { photos, replaced, notTaken: rejected } = withAdded(product, stored, asked)
    const all = [...refused, ...rejected]
    if (all[0] && all.length === files.length) throw all[0].refusal
    const deleted: string[] = []
    for (const photo of replaced) deleted.push(await keepDeleted(tx, product, photo, by))
    const names = replaced.map(({ file }) => file).join(', ')
    return {
      ...(await writePhotos(tx, product, photos, { ...by, ...(names ? { replaced: names } : {}) })),
      ...(asked.replaces !== undefined && deleted[0] ? { deletedId: deleted[0] } : {}),
      refused: all.map(({ file, refusal: { code, values } }) => ({
        file: file.name,
        code,
        Message: translate(language, `error.${code}` as MessageKey, values),
      })),
    }
  })
})

/** In series order, without duplicates, up to the limit. */
function withAdded(product: LockedProduct, files: SentFile[], { replaces, sameName }: PostInput) {
  const rejected: Refused[] = []
  const replaced: Photo[] = []
  const target = product.photos.find(({ file }) => file === replaces)
  if (replaces !== undefined && !target) throw new Refusal('record.changed')
  let photos = product.photos
  for (const file of files) {
    const alike = storedName(file.name, new Set()).toLowerCase()
    const old =
      target ??
      (sameName === 'replace' ? product.photos.find((one) => one.file.toLowerCase() === alike) : undefined)
    const others = photos.filter((photo) => photo !== old)
    const refusal = refusalOf(file, photos, others)
    if (refusal) {
      rejected.push({ file, refusal })
      continue
    }
    const photo: Photo = {
      file: storedName(file.name, new Set(others.map((one) => one.file.toLowerCase()))),
      hash: file.sha256,
    }
    const at = old ? photos.indexOf(old) : -1
    if (old && at >= 0) {
      photos = photos.with(at, photo)
      replaced.push(old)
    } else {
      const names = photos.map((one) => one.file)
      photos = photos.toSpliced(placeOf(photo.file, names), 0, photo)
    }
  }
  return { photos, replaced, notTaken: rejected }
}

function refusalOf(file: SentFile, photos: Photo[], others: Photo[]): Refusal | undefined {
  if (photos.some(({ hash }) => hash === file.sha256)) return new Refusal('image.duplicate')
  if (others.length >= maxPhotosPerProduct)
    return new Refusal('image.tooMany', { values: { limit: maxPhotosPerProduct } })
  return undefined
}
