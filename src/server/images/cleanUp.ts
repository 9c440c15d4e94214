import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { fileLifetimeMs } from '#server/documents/backgroundFiles.ts'
import { catalogueFiles } from '#server/documents/catalogue/catalogues.ts'
import { orderFiles } from '#server/documents/orderFiles.ts'
import { dropOldSets, undoableSources, undoWindowMs } from '../catalogue/change/oldSets.ts'
import { dropOldRunFiles } from '../catalogue/import/runs/runFiles.ts'
import { deletedPhotoLifetimeMs } from './arrangeImages.ts'
import { noteShownPhotos } from './keptPhotos.ts'
import type { PhotoStore } from './photoStore.ts'

const batchSize = 100

const shown = `(
  exists (select from product_images i where i.tenant_id = $1 and i.content_hash = f.content_hash)
  or exists (select from brands b where b.tenant_id = $1 and b.image = f.content_hash)
  or exists (select from categories c where c.tenant_id = $1 and c.image = f.content_hash))`

const deleteRestorable = prepared('delete from deleted_photos where tenant_id = $1 and deleted_at <= $2')
const markUnused = prepared(`
  update photos f set unused_since = $2 where f.tenant_id = $1 and f.unused_since is null and not ${shown}`)
const markUsed = prepared(`
  update photos f set unused_since = null where f.tenant_id = $1 and f.unused_since is not null and ${shown}`)

// Skips photos being processed: files stored after the removal would never be deleted.
const markGoing = prepared(`
  with old as materialized (
    select content_hash from photos f
    where f.tenant_id = $1 and (f.state = 'going' or f.unused_since <= $2 and not ${shown}
      and not (f.state = 'waiting' and f.next_attempt_at > $3)
      and not exists (select from deleted_photos d where d.tenant_id = $1 and d.content_hash = f.content_hash))
    order by content_hash limit ${batchSize} for update skip locked)
  update photos f set state = 'going' from old
  where f.tenant_id = $1 and f.content_hash = old.content_hash
  returning f.content_hash as hash`)
const deleteRows = prepared(`
  delete from photos where tenant_id = $1 and content_hash = any ($2) and state = 'going'`)

type Context = { database: Database; photos: PhotoStore }

/**
 * Deletes a tenant's photo files unused for 30 days, and expired catalogues, order files, files of imports and change
 * sets. Photos are marked first: uploading the same picture meanwhile is refused for a moment, and the next run
 * finishes an interrupted one.
 */
export async function cleanUp(
  { database, photos }: Context,
  tenantId: string,
  now: Date,
): Promise<{ removed: number; next: Date | undefined }> {
  const before = new Date(now.getTime() - deletedPhotoLifetimeMs)
  await database.inTenant(tenantId, 'write', async (tx) => {
    await tx.query(deleteRestorable, before)
    await noteShownPhotos(tx, 'ready', now)
    await tx.query(markUsed)
    await tx.query(markUnused, now)
  })
  await dropOldSets(database, tenantId, now)
  await dropOldRunFiles({ database, objects: photos.objects }, tenantId, now)
  for (const files of [catalogueFiles, orderFiles]) await files.dropOld({ database, photos }, tenantId, now)
  let removed = 0
  for (;;) {
    const going = await database.inTenant(tenantId, 'write', (tx) =>
      tx.query<{ hash: string }>(markGoing, before, now),
    )
    for (const { hash } of going) await photos.remove(tenantId, hash)
    const hashes = going.map(({ hash }) => hash)
    if (hashes.length > 0) await database.inTenant(tenantId, 'write', (tx) => tx.query(deleteRows, hashes))
    removed += hashes.length
    if (hashes.length < batchSize) break
  }
  const [row] = await database.inTenant(tenantId, 'read', (tx) =>
    tx.query<{ due: Date | null }>(
      findNext,
      deletedPhotoLifetimeMs,
      fileLifetimeMs,
      new Date(now.getTime() + rescanAfterMs),
      undoWindowMs,
    ),
  )
  const soonest = now.getTime() + 60 * 60_000
  return { removed, next: row?.due ? new Date(Math.max(row.due.getTime(), soonest)) : undefined }
}

/** Photos are rescanned this often even if nothing reports an unused one. */
const rescanAfterMs = 7 * 24 * 60 * 60_000

const after = (column: string, value: string) => `min(${column}) + ${value}::float8 * interval '1 ms'`
// Null if nothing will ever need cleaning up.
const findNext = prepared(`
  select least(
    (select ${after('deleted_at', '$2')} from deleted_photos where tenant_id = $1),
    (select ${after('created_at', '$3')} from photo_catalogues where tenant_id = $1),
    (select ${after('created_at', '$3')} from order_files where tenant_id = $1),
    (select min(file_kept_until) from change_sets where tenant_id = $1),
    (select ${after('created_at', '$5')} from change_sets where tenant_id = $1 and source in ${undoableSources}),
    (select least($4::timestamptz, ${after('unused_since', '$2')}) from photos where tenant_id = $1
     having count(*) > 0)) as due`)
