import { newId } from '#server/db/newId.ts'
import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { Questions } from '#server/tableFiles/questions.ts'
import type { BadRow } from '#server/tableFiles/report.ts'
import { readInTurn } from '#server/tableFiles/thread.ts'
import type { AskedOfFile } from '#shared/imports/importTerms.ts'
import { compareRows, type Merged } from '../differences.ts'
import { columnsOf } from '../file/columns.ts'
import { maxKeptProblems, type Spooled, spoolReader } from '../file/reading.ts'
import { countsOf, noteChanges } from '../noteChanges.ts'
import { noImages } from '../photos.ts'
import { type Staged, stageRows } from '../stage.ts'
import { assertNotSuperseded, type RunFile, readRunFile, type Work } from './run.ts'
import { bringRunFile, fileIn, keepRunFile } from './runFiles.ts'

const keepPrevious = unprepared(`create temp table import_previous on commit drop as
  select * from catalogue_changes where tenant_id = $1 and set_id = $2`)
const dropPrevious = unprepared('delete from catalogue_changes where tenant_id = $1 and set_id = $2')
const noteBad = unprepared(`insert into catalogue_changes (tenant_id, set_id, entity, id, line, state, after)
  select $1, $2, 'row', b.id, b.line, 'bad', jsonb_build_object('column', b.name, 'reason', b.reason, 'value', b.value)
  from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[]) b (id, line, name, reason, value)
  on conflict do nothing`)
const noteDiffering = unprepared(`update catalogue_changes c set note = 'differs'
  where c.tenant_id = $1 and c.set_id = $2 and c.state in ('new', 'changed') and c.entity in ('product', 'variant', 'text')
    and not exists (
      select from import_previous p where p.entity = c.entity and p.id = c.id
        and coalesce(p.before, '{}') - 'brandId' - 'categoryId' = coalesce(c.before, '{}') - 'brandId' - 'categoryId'
        and coalesce(p.after, '{}') - 'brandId' - 'categoryId' - case when c.state = 'new' then 'sortOrder' else '' end
          = coalesce(c.after, '{}') - 'brandId' - 'categoryId' - case when c.state = 'new' then 'sortOrder' else '' end)
  returning c.id`)
/** Changes shown before that no longer exist. */
const countVanished = unprepared(`select count(*)::int as count from import_previous p
  where p.state in ('new', 'changed') and p.entity in ('product', 'variant', 'text') and not exists (
    select from catalogue_changes c where c.tenant_id = $1 and c.set_id = $2 and c.entity = p.entity and c.id = p.id
      and c.state in ('new', 'changed'))`)
const finish =
  unprepared(`update change_sets set state = 'checked', checked_at = $3, row_count = $4, bad_count = $5, counts = $6,
    preview = preview || $7, phase = ''
  where tenant_id = $1 and id = $2`)
const keepReading =
  unprepared(`update change_sets set row_count = $3, bad_count = $4, warnings = $5, preview = preview || $6
  where tenant_id = $1 and id = $2`)

/** The dry run: reads the file in a thread, then compares it with the catalogue. */
export async function checkRun(work: Work): Promise<void> {
  const { database, objects, tenantId, runId, folder, signal, progress } = work
  const run = await database.inTenant(tenantId, 'read', (tx) => readRunFile(tx, runId))
  const spool = fileIn(folder, 'rows')
  const names = fileIn(folder, 'photos')
  const { mapping, shop, encoding } = run.options
  const spooled = await readInTurn(
    tenantId,
    spoolReader,
    {
      file: await bringRunFile(objects, work, 'file', folder),
      spool,
      names,
      mapping,
      shop,
      ...(run.preview.kind === 'text' ? { encoding } : {}),
    },
    { signal, onProgress: (done, total) => progress('reading', done, total) },
  )
  const { rows, bad, badCount, warnings, asked } = spooled
  await keepRunFile(objects, work, 'rows', spool)
  await keepRunFile(objects, work, 'photos', names)
  await database.inTenant(tenantId, 'write', async (tx) => {
    await assertNotSuperseded(tx, work)
    const read = JSON.stringify({ bad, badCount, asked })
    await tx.query(keepReading, runId, rows, badCount, JSON.stringify(warnings), read)
  })
  await compareRun(work, { ...run, rows }, { bad, badCount, asked })
}

/**
 * Compares the spooled rows with the catalogue and replaces the recorded changes. `again`: marks those that differ
 * from before.
 */
export async function compareRun(
  work: Work,
  run: RunFile,
  read: Pick<Spooled, 'bad' | 'badCount' | 'asked'>,
  { again: isRepeated = false } = {},
): Promise<void> {
  const { database, tenantId, runId } = work
  const { shop } = run.options
  await database.bulkInTenant(tenantId, async (tx) => {
    const { staged, merged, asked } = await stageAndCompare(tx, work, run)
    if (isRepeated) await tx.query(keepPrevious, runId)
    await tx.query(dropPrevious, runId)
    await noteChanges(tx, 'catalogue_changes', { runId, currencyCode: shop.currencyCode, all: true })
    await noteProblems(tx, runId, [...read.bad, ...staged.bad])
    const differing = isRepeated ? await countDiffering(tx, runId) : 0
    const counts = await countsOf(tx, runId, merged, { differing })
    await assertNotSuperseded(tx, work)
    const questions = JSON.stringify({ questions: [...read.asked, ...asked] })
    await tx.query(finish, runId, new Date(), run.rows, read.badCount + staged.badCount, counts, questions)
  })
}

/** `checkedId`: the run of a previous check. */
export async function stageAndCompare(
  tx: BulkTx,
  { folder, progress }: Work,
  { options: { mapping, shop, defaults }, rows }: RunFile,
  checkedId?: string,
): Promise<{ staged: Staged; merged: Merged; asked: AskedOfFile[] }> {
  await setImportTimeouts(tx)
  const columns = columnsOf(mapping, shop)
  // What is asked of the rows themselves was asked when they were read.
  const questions = new Questions(mapping.answers)
  const onBytes = (done: number, total: number) => progress('staging', done, total)
  const spool = { file: fileIn(folder, 'rows'), rows }
  const staged = await stageRows(tx, spool, columns, { keep: maxKeptProblems, questions, defaults, onBytes })
  const onStep = (done: number, total: number) => progress('comparing', done, total)
  const merged = await compareRows(tx, columns, { images: noImages(), runId: checkedId, onStep })
  return { staged, merged, asked: questions.all() }
}

export async function setImportTimeouts(tx: BulkTx): Promise<void> {
  await tx.temporary(unprepared(`set local lock_timeout = '60s'`))
  await tx.temporary(unprepared(`set local statement_timeout = '10min'`))
}

async function noteProblems(tx: BulkTx, runId: string, bad: BadRow[]): Promise<void> {
  const first = bad.toSorted((one, other) => one.line - other.line).slice(0, maxKeptProblems)
  if (first.length === 0) return
  await tx.query(
    noteBad,
    runId,
    first.map(() => newId()),
    first.map(({ line }) => line),
    first.map(({ column }) => column),
    first.map(({ reason }) => reason),
    first.map(({ value }) => value),
  )
}

async function countDiffering(tx: BulkTx, runId: string): Promise<number> {
  const differing = await tx.query(noteDiffering, runId)
  const [gone] = await tx.query<{ count: number }>(countVanished, runId)
  return differing.length + (gone?.count ?? 0)
}
