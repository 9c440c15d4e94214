import { type Actor, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogueVersion } from '#server/db/versions.ts'
import { oneOf } from '#server/http/refuse.ts'
import { requestCleanup } from './keptPhotos.ts'

/** Name it is served under, and content hash. */
export type Photo = { file: string; hash: string }
export type LockedProduct = { id: string; itemCode: string; colorCode: string; photos: Photo[] }

const lock = prepared(`
  select id, item_code as "itemCode", color_code as "colorCode" from products
  where tenant_id = $1 and item_code = $2 and color_code = $3 for update`)
const read = prepared(`
  select file_name as file, content_hash as hash from product_images
  where tenant_id = $1 and product_id = $2 order by sort_order, file_name`)

/** Refuses with `notFound`. */
export async function lockPhotos(tx: Tx, itemCode: string, colorCode: string): Promise<LockedProduct> {
  const product = await oneOf(tx.query<Omit<LockedProduct, 'photos'>>(lock, itemCode, colorCode))
  return { ...product, photos: await tx.query<Photo>(read, product.id) }
}

const deleteOthers = prepared(`
  delete from product_images where tenant_id = $1 and product_id = $2 and not file_name = any ($3)`)
const write = prepared(`
  insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
  select $1, $2, l.file, l.hash, (l.place - 1)::int
  from unnest($3::text[], $4::text[]) with ordinality l (file, hash, place)
  on conflict (tenant_id, product_id, file_name) do update
    set content_hash = excluded.content_hash, sort_order = excluded.sort_order`)
const touch = prepared('update products set updated_at = $3, has_photo = $4 where tenant_id = $1 and id = $2')
/** Replaces a product's photos, with order, and records the change. */
export async function writePhotos(
  tx: Tx,
  product: LockedProduct,
  photos: Photo[],
  { actor, now, replaced }: { actor: Actor; now: Date; replaced?: string },
): Promise<{ success: true; data: string[]; updatedDate: string }> {
  const files = photos.map(({ file }) => file)
  const answer = { success: true as const, data: files, updatedDate: now.toISOString() }
  const before = product.photos.map(({ file }) => file)
  if (JSON.stringify(product.photos) === JSON.stringify(photos)) return answer
  const hashes = photos.map(({ hash }) => hash)
  await Promise.all([
    tx.query(deleteOthers, product.id, files),
    tx.query(write, product.id, files, hashes),
    tx.query(touch, product.id, now, photos.length > 0),
    requestCleanup(tx, now),
    recordChange(tx, actor, now, {
      subject: 'product',
      subjectId: product.id,
      subjectName: `${product.itemCode} ${product.colorCode}`.trim(),
      action: 'changed',
      before: { images: before },
      after: { images: files, ...(replaced ? { replacedPhoto: replaced } : {}) },
    }),
  ])
  await raiseCatalogueVersion(tx, [product.id])
  return answer
}

const insertDeleted = prepared(`
  insert into deleted_photos (tenant_id, id, product_id, file_name, content_hash, sort_order, deleted_at, deleted_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`)

/** Keeps a removed photo for restoration. Returns the id. */
export async function keepDeleted(
  tx: Tx,
  product: LockedProduct,
  photo: Photo,
  { actor, now }: { actor: Actor; now: Date },
): Promise<string> {
  const id = newId()
  const { file, hash } = photo
  await tx.query(insertDeleted, id, product.id, file, hash, product.photos.indexOf(photo), now, actor.name)
  return id
}
