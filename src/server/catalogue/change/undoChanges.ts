import { actorOf } from '#server/changes/record.ts'
import { prepared, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { isConflict } from '#server/db/trouble.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { undoChanges as endpoint } from '#shared/changes/changeSets.ts'
import { Refusal } from '#shared/errors.ts'
import { undoSet } from './undo.ts'

const lockSet = prepared(`
  select state, file_name as name, applied_at as "appliedAt" from change_sets
  where tenant_id = $1 and id = $2 and source in ('form', 'sheet') for no key update`)
type Found = { state: string; name: string; appliedAt: Date }

/** Undoes a form's or sheet's change set, made by any user. */
export const undoChanges = verb(endpoint, async (call, { id }) => {
  const { services, tenant } = call
  const undo = async (tx: BulkTx) => {
    await tx.temporary(unprepared(`set local lock_timeout = '8s'`))
    await tx.temporary(unprepared(`set local statement_timeout = '30s'`))
    const set = await oneOf(tx.query<Found>(lockSet, id))
    if (set.state !== 'applied') throw new Refusal('change.undone')
    const { name, appliedAt } = set
    return undoSet(tx, { setId: id, name, appliedAt, isImport: false, actor: actorOf(call) })
  }
  try {
    return await services.database.bulkInTenant(tenant.id, undo)
  } catch (error) {
    throw isConflict(error) ? new Refusal('record.changed') : error
  }
})
