import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { deleteDraft, restoreDraft } from '#shared/carts.ts'
import { Refusal } from '#shared/errors.ts'

// No new version: others can go on editing.
const markDeleted = prepared(`
  update drafts set deleted_at = coalesce(deleted_at, $4::timestamptz)
  where tenant_id = $1 and id = $2 and owner_id = $3 returning id`)
const markRestored = prepared(`
  update drafts set deleted_at = null where tenant_id = $1 and id = $2 and owner_id = $3 returning id`)

/** Own drafts only; can be restored. */
export const remove = verb(deleteDraft, async ({ tx, user, now }, { id }) => {
  const [deleted] = await tx.query(markDeleted, id, user.id, now)
  if (!deleted) throw new Refusal('notFound')
})

export const restore = verb(restoreDraft, async ({ tx, user }, { id }) => {
  const [restored] = await tx.query(markRestored, id, user.id)
  if (!restored) throw new Refusal('notFound')
})
