import type { Actor } from '#server/changes/record.ts'
import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ImportReport } from '#server/tableFiles/report.ts'
import { countsOf } from '../noteChanges.ts'

const insertRun =
  unprepared(`insert into change_sets (tenant_id, id, source, file_name, state, row_count, bad_count, counts, created_by_name,
    created_at, checked_at, applied_at, applied_by_name)
  values ($1, $2, 'command', $3, 'applied', $4, $5, $6, $7, $8, $8, $8, $7)`)

/** Records an import by the command line, so that the panel can show and undo it. */
export async function recordCommandRun(
  tx: Tx,
  actor: Actor,
  at: Date,
  run: Omit<ImportReport, 'bad' | 'open' | 'warnings' | 'applied'> & { runId: string; file: string },
): Promise<void> {
  const counts = await countsOf(tx, run.runId, run)
  await tx.query(insertRun, run.runId, run.file, run.rows, run.badCount, counts, actor.name, at)
}
