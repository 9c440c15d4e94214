import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call, SignedIn } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { keepPicture } from '#server/images/keepPicture.ts'
import type { postBrandImage } from '#shared/catalogue/brands.ts'
import type { postCategoryImage } from '#shared/catalogue/categories.ts'
import { Refusal } from '#shared/errors.ts'
import { picturePath } from '#shared/photos/images.ts'

type Pictured = {
  table: 'brands' | 'categories'
  subject: 'brand' | 'category'
  /** The column that is unique. */
  nameColumn: string
  /** Refuses with `notFound`. */
  lock: (tx: Tx, id: string) => Promise<{ name: string; image: string }>
}
type PostCall = Call<typeof postBrandImage> | Call<typeof postCategoryImage>

/** Pictures of brands or categories. They keep the version: editing the record does not conflict with its picture. */
export function picturesOf({ table, subject, nameColumn, lock }: Pictured) {
  const find = prepared(`select from ${table} where tenant_id = $1 and id = $2`)
  const write = prepared(`update ${table} set image = $3, updated_at = $4 where tenant_id = $1 and id = $2`)
  const writeByName = prepared(
    `update ${table} set image = $3, updated_at = $4 where tenant_id = $1 and ${nameColumn} = $2`,
  )
  const replace = async (call: SignedIn & { tx: Tx }, id: string, hash: string) => {
    const { name, image } = await lock(call.tx, id)
    await call.tx.query(write, id, hash, call.now)
    await recordChange(call.tx, actorOf(call), call.now, {
      subject,
      subjectId: id,
      subjectName: name,
      action: 'changed',
      before: { image: image && picturePath(image) },
      after: { image: hash && picturePath(hash) },
    })
  }
  return {
    async set(call: PostCall, id: string): Promise<{ image: string }> {
      await call.inTenant('read', (tx) => oneOf(tx.query(find, id)))
      const [file] = call.files
      if (!file || call.files.length > 1) throw new Refusal('request.invalid')
      await keepPicture(call, file)
      const hash = file.sha256
      await call.inTenant('write', (tx) => replace({ ...call, tx }, id, hash))
      return { image: picturePath(hash) }
    },
    drop: (call: SignedIn & { tx: Tx }, id: string) => replace(call, id, ''),
    /** Unlogged. `hash` is the photo store's key. */
    async setByName(tx: Tx, name: string, hash: string, now: Date): Promise<void> {
      await tx.query(writeByName, name, hash, now)
    },
  }
}
