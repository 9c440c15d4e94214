import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { openQuestions } from '#shared/imports/importTerms.ts'
import { raiseVersionBySet } from '../../change/version.ts'
import type { Merged } from '../differences.ts'
import type { Spooled } from '../file/reading.ts'
import { recordImport } from '../importLog.ts'
import { adoptLanguage } from '../language.ts'
import { countsOf, createActual, noteChanges } from '../noteChanges.ts'
import { refreshStatistics } from '../statistics.ts'
import { lockTouched, writeRows } from '../writeRows.ts'
import { compareRun, stageAndCompare } from './check.ts'
import { notePhotoNames } from './photoNames.ts'
import { assertNotSuperseded, type RunFile, readRunFile, type Work } from './run.ts'
import { bringRunFile, dropRunFiles, fileIn } from './runFiles.ts'

/** Applying would no longer do what the check showed. */
class ChangedSinceCheck extends Error {}

/** SQL: a side without what may differ: ids, positions of new rows, and stock moved only by orders. */
const comparable = (side: string) => `coalesce(${side}, '{}') - 'brandId' - 'categoryId'
  - case when s.state = 'new' then 'sortOrder' else '' end
  - case when coalesce(a.stamp, v.updated_at) = s.stamp then 'inventory' else '' end`

const findDifference = unprepared(`select 1 from (
    select * from catalogue_changes where tenant_id = $1 and set_id = $2 and entity in ('product', 'variant', 'text')
  ) s
  full join (select * from import_actual where entity in ('product', 'variant', 'text')) a on a.entity = s.entity and a.id = s.id
  left join variants v on v.tenant_id = $1 and v.id = s.id and a.id is null
  where (s.state = 'new') is distinct from (a.state = 'new') and (s.state = 'new' or a.state = 'new')
    or ${comparable('s.before')} <> ${comparable('a.before')} or ${comparable('s.after')} <> ${comparable('a.after')}
  limit 1`)
const countMoved = unprepared('select count(*)::int as count from import_variant_change where is_moved')
/** Keeps checked rows that are exactly what is applied, usually nearly all. */
const dropStaleRows =
  unprepared(`delete from catalogue_changes c where c.tenant_id = $1 and c.set_id = $2 and c.entity <> 'row'
  and not exists (
    select from import_actual a
    where a.entity = c.entity and a.id = c.id and a.state = c.state and a.line = c.line and a.note = c.note
      and a.before is not distinct from c.before and a.after is not distinct from c.after
      and a.stamp is not distinct from c.stamp and a.stock_read is not distinct from c.stock_read)`)
const keepActual =
  unprepared(`insert into catalogue_changes select * from import_actual where tenant_id = $1 and set_id = $2
  on conflict (tenant_id, set_id, entity, id) do nothing`)
const finish =
  unprepared(`update change_sets set state = 'applied', applied_at = $3, applied_by_name = $4, counts = $5, phase = ''
  where tenant_id = $1 and id = $2`)
const readProblems = unprepared(`select preview->'bad' as bad, (preview->>'badCount')::int as "badCount",
    coalesce(preview->'asked', '[]') as asked from change_sets
  where tenant_id = $1 and id = $2`)

/**
 * Applies a checked run in one transaction. If concurrent changes alter what was shown, nothing is applied: the run
 * is compared again, with the differences marked.
 */
export async function applyRun(work: Work): Promise<void> {
  const { database, objects, tenantId, runId, folder } = work
  await bringRunFile(objects, work, 'rows', folder)
  await bringRunFile(objects, work, 'photos', folder)
  const run = await database.inTenant(tenantId, 'read', (tx) => readRunFile(tx, runId))
  try {
    const { variants } = await database.bulkInTenant(tenantId, (tx) => applyInTransaction(tx, work, run))
    await refreshStatistics(database, tenantId, variants.added)
    await dropRunFiles(objects, work)
  } catch (error) {
    if (!(error instanceof ChangedSinceCheck)) throw error
    const [read] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<Pick<Spooled, 'bad' | 'badCount' | 'asked'>>(readProblems, runId),
    )
    await compareRun(work, run, read ?? { bad: [], badCount: 0, asked: [] }, { again: true })
  }
}

async function applyInTransaction(tx: BulkTx, work: Work, run: RunFile): Promise<Merged> {
  const { runId, actor, folder, progress } = work
  const { shop } = run.options
  const at = new Date()
  const { merged, staged, asked } = await stageAndCompare(tx, work, run, runId)
  // Somebody must answer first, as for a file that was checked before it was asked.
  if (openQuestions(asked, run.options.mapping.answers ?? {}).length > 0) throw new ChangedSinceCheck()
  await adoptLanguage(tx, run.options, actor, at)
  const onStep = (done: number, total: number) => progress('applying', done, total)
  onStep(0, 0)
  const touched = await lockTouched(tx)
  await tx.temporary(createActual)
  await noteChanges(tx, 'import_actual', { runId, currencyCode: shop.currencyCode, all: false })
  if ((await tx.query(findDifference, runId)).length > 0) throw new ChangedSinceCheck()
  await tx.query(dropStaleRows, runId)
  await tx.query(keepActual, runId)
  // Unless somebody else already made all of the changes.
  if (touched) await writeRows(tx, { shop, actor, at, setId: runId, onStep })
  await notePhotoNames(tx, runId, fileIn(folder, 'photos'), staged.renamed)
  await recordImport(tx, actor, at, { file: run.fileName, rows: run.rows, ...merged })
  const [moved] = await tx.temporary<{ count: number }>(countMoved)
  const counts = await countsOf(tx, runId, merged, { stockMoved: moved?.count ?? 0 })
  await assertNotSuperseded(tx, work)
  await tx.query(finish, runId, at, actor.name, counts)
  if (touched) await raiseVersionBySet(tx, runId)
  return merged
}
