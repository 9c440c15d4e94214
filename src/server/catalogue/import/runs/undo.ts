import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { undoSet } from '../../change/undo.ts'
import { setImportTimeouts } from './check.ts'
import { forgetPhotoNames } from './photoNames.ts'
import { assertNotSuperseded, type Work } from './run.ts'

const readRun =
  unprepared(`select file_name as name, applied_at as "appliedAt", source <> 'erp' as "isImport" from change_sets
  where tenant_id = $1 and id = $2`)
type Run = { name: string; appliedAt: Date; isImport: boolean }

export async function undoRun(work: Work): Promise<void> {
  const { database, tenantId } = work
  await database.bulkInTenant(tenantId, (tx) => undoInTransaction(tx, work))
}

async function undoInTransaction(tx: BulkTx, work: Work): Promise<void> {
  const { runId: setId, actor, progress } = work
  const [run] = await tx.query<Run>(readRun, setId)
  if (!run) throw new Error('The run is gone')
  await setImportTimeouts(tx)
  await tx.query(forgetPhotoNames, setId)
  await undoSet(tx, {
    ...run,
    setId,
    actor,
    onStep: (done, total) => progress('undoing', done, total),
    beforeCommit: () => assertNotSuperseded(tx, work),
  })
}
