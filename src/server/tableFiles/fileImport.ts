import type { z } from 'zod'
import { newId } from '#server/db/newId.ts'
import { prepared, type Statement, unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SentFile } from '#server/files/sentFiles.ts'
import type { SignedIn } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { FileImport } from '#shared/imports/fileImports.ts'
import type { FileQuestion, ImportKind, TrialAnswer, trialInput } from '#shared/imports/fileTrial.ts'
import { cleanName, sentFile, unreadable, withSentFile } from './sentFile.ts'
import type { SheetHead, SheetLayout, SheetTask } from './sheet.ts'
import type { FileReader } from './thread.ts'

/** The records that a kind of file changes. */
export type FileRecords = {
  /** Locks those of $2. */
  lock: Statement
  /** SQL: (`id`, `mark`) of those of $2. A mark changes with everything that undoing would overwrite. */
  mark: string
  /** Writes records as `file_import_changes` has them, and removes those that the file added. Logs it, if they have a change log. */
  restore: (call: SignedIn & { tx: Tx }, ids: string[], importId: string) => Promise<void>
}

/** What a file would do. */
export type FileChanges<Answer> = {
  answer: Answer
  /** There are problems, or nothing would change. */
  isBlocked: boolean
  /** Ids of records, and SQL for (`id`, `before`) of those of $2, as restoring needs it. */
  touched: { ids: string[]; before: string }[]
  apply: (tx: Tx) => Promise<unknown>
}

type ReadFile<Field extends string> = SheetHead<Field> & { rows: unknown[]; hasTooManyRows: boolean }

/** What is needed of a kind of file once one was applied. */
export type AppliedKind = {
  kind: ImportKind
  /** A file replaces all that earlier ones said, so that only the last can be undone. */
  replacesEarlier: boolean
  records: FileRecords
}

/** A kind of file that is tried, applied as a whole and undone. */
export type FileImportKind<Field extends string, File extends ReadFile<Field>, Answer> = AppliedKind & {
  // oxlint-disable-next-line typescript/no-explicit-any -- `moreTask` makes the rest of the task
  reader: FileReader<any, File>
  /** What the reader needs besides the file. */
  moreTask?: (call: SignedIn) => object
  maxRows: number
  /** Nothing is read until somebody says of each unknown column what it is, or that it is left out. */
  asksForColumns: boolean
  /** Locks what a file is compared with. */
  lock?: Statement
  compare: (tx: Tx, file: File, call: SignedIn) => Promise<FileChanges<Answer>>
}

type Asked = z.output<z.ZodObject<typeof trialInput>>
/** What is answered for every kind alike. */
export type HeadField =
  | 'id'
  | 'sheets'
  | 'sheet'
  | 'columns'
  | 'missing'
  | 'undecided'
  | 'isRemembered'
  | 'canApply'
  | 'isApplied'
type Head<Field extends string> = Pick<TrialAnswer<Field>, HeadField>

const readLayouts = prepared(`
  select layout->>'headings' as headings, layout->'fields' as fields from file_imports
  where tenant_id = $1 and kind = $2 and layout is not null and undone_at is null
  order by created_at desc limit 100`)
/** One file, or undoing of one, at a time: two that add the same record would add it twice. */
export const lockFiles = prepared(
  `select pg_advisory_xact_lock(hashtext('toptan.files'), hashtext($1::uuid::text))`,
)

/**
 * Says what a sent file would change; with `apply` changes it, all or nothing. Refuses with `import.unreadable` what
 * cannot be read.
 */
export async function importFile<
  Field extends string,
  File extends ReadFile<Field>,
  Answer extends { questions: FileQuestion[] },
>(
  call: SignedIn & { files: readonly SentFile[] },
  kind: FileImportKind<Field, File, Answer>,
  { apply, confirmed = [], columns, sheet: chosenSheet }: Asked,
): Promise<Answer & Head<Field>> {
  const layouts = columns
    ? []
    : await call.inTenant('read', (tx) => tx.query<SheetLayout>(readLayouts, kind.kind))
  const { mainLanguage } = call.tenant
  const opening = { mainLanguage, sheet: chosenSheet, columns, layouts } satisfies Omit<SheetTask, 'file'>
  const task = { ...opening, ...kind.moreTask?.(call) }
  return withSentFile(call, kind.reader, task, async (file: File) => {
    if (file.hasTooManyRows)
      throw unreadable(call.language, 'panel.import.tooManyRows', { most: kind.maxRows })
    const undecided = kind.asksForColumns ? file.leftOut : []
    const isUnclear = file.missing.length + undecided.length > 0
    const read = isUnclear ? { ...file, rows: [] } : file
    const isWritten = apply && !isUnclear
    return call.inTenant(isWritten ? 'write' : 'read', async (tx) => {
      if (isWritten) await Promise.all([tx.query(lockFiles), kind.lock && tx.query(kind.lock)])
      const changes = await kind.compare(tx, read, call)
      const canApply = !isUnclear && !changes.isBlocked
      const { sheets, sheet, columns: found, missing, isRemembered } = file
      const head = {
        sheets,
        sheet,
        columns: found,
        missing,
        undecided,
        isRemembered,
        canApply,
        isApplied: false,
      }
      const answer = { ...changes.answer, ...head }
      const isOpen = answer.questions.some(({ name }) => !confirmed.includes(name))
      if (!isWritten || !canApply || isOpen) return answer
      const layout = columns && file.isChosen ? { headings: file.headings, fields: columns } : undefined
      const id = await applyFile(tx, call, kind, { changes, layout })
      return { ...answer, isApplied: true, ...(id ? { id } : {}) }
    })
  })
}

const keepBefore = (before: string, mark: string) =>
  unprepared(`
    insert into file_import_changes (tenant_id, import_id, record_id, before, mark)
    select $1, $3, i.id, b.before, m.mark from unnest($2::uuid[]) i (id)
    left join (${before}) b on b.id = i.id left join (${mark}) m on m.id = i.id`)
/** Notes the marks as the file left them, and drops what it left as it was. */
const noteMarks = (mark: string) =>
  unprepared(`
    with now as materialized (
      select i.id, m.mark from unnest($2::uuid[]) i (id) left join (${mark}) m on m.id = i.id),
    dropped as (
      delete from file_import_changes c using now
      where c.tenant_id = $1 and c.import_id = $3 and c.record_id = now.id and now.mark is not distinct from c.mark)
    update file_import_changes c set mark = now.mark from now
    where c.tenant_id = $1 and c.import_id = $3 and c.record_id = now.id and now.mark is distinct from c.mark`)
const insertImport = prepared(`
  insert into file_imports (tenant_id, id, kind, file_name, layout, counts, created_at, created_by, created_by_name)
  values ($1, $2, $3, $4, $5, '{}', $6, $7, $8)`)
const noteCounts = prepared(`
  update file_imports set counts = (
    select jsonb_build_object(
      'added', count(*) filter (where c.before is null), 'removed', count(*) filter (where c.mark is null),
      'changed', count(*) filter (where c.before is not null and c.mark is not null))
    from file_import_changes c where c.tenant_id = $1 and c.import_id = $2)
  where tenant_id = $1 and id = $2 returning counts`)
const dropImport = prepared('delete from file_imports where tenant_id = $1 and id = $2')
const forgetEarlier = prepared(`
  delete from file_import_changes c using file_imports i
  where c.tenant_id = $1 and i.tenant_id = $1 and i.id = c.import_id and i.kind = $3 and i.id <> $2`)

/** So that no statement comes near the database's limit of time. */
const recordsAtOnce = 500

/** Applies a file and keeps what undoing it needs. Returns the import's id; undefined if it changed nothing. */
async function applyFile(
  tx: Tx,
  call: SignedIn & { files: readonly SentFile[] },
  { kind, records, replacesEarlier }: AppliedKind,
  { changes, layout }: { changes: FileChanges<unknown>; layout: SheetLayout | undefined },
): Promise<string | undefined> {
  const { user, now } = call
  const { touched, apply } = changes
  const id = newId()
  const ids = touched.flatMap((some) => some.ids)
  const by = [now, user.id, user.username]
  await tx.query(records.lock, ids)
  const name = cleanName(sentFile(call).name)
  await tx.query(insertImport, id, kind, name, layout ? JSON.stringify(layout) : null, ...by)
  // oxlint-disable-next-line no-await-in-loop -- one transaction
  for (const { ids: some, before } of touched)
    await inBatches(some, (batch) => tx.query(keepBefore(before, records.mark), batch, id))
  await apply(tx)
  await inBatches(ids, (batch) => tx.query(noteMarks(records.mark), batch, id))
  const { counts } = await oneOf(tx.query<Pick<FileImport, 'counts'>>(noteCounts, id))
  if (counts.added + counts.changed + counts.removed === 0) {
    await tx.query(dropImport, id)
    return undefined
  }
  if (replacesEarlier) await tx.query(forgetEarlier, id, kind)
  return id
}

/** Works on {@link recordsAtOnce} ids after another. */
export async function inBatches(
  ids: readonly string[],
  work: (batch: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    await work(ids.slice(start, start + recordsAtOnce))
}
