import { balanceKinds } from '#server/customers/balances/postBalanceFile.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { prepared, unprepared } from '#server/db/statement.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { type AnyServed, type SignedIn, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { priceRuleFiles } from '#server/pricing/importPriceRules.ts'
import { quantityRuleFiles } from '#server/pricing/importQuantityRules.ts'
import { Refusal } from '#shared/errors.ts'
import { type FileImport, getFileImports, undoFileImport } from '#shared/imports/fileImports.ts'
import { type ImportKind, importKindPages } from '#shared/imports/fileTrial.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { type AppliedKind, inBatches, lockFiles } from './fileImport.ts'

const kinds: AppliedKind[] = [priceRuleFiles, quantityRuleFiles, ...Object.values(balanceKinds)]

function refuseUnlessTheirs({ user }: Pick<SignedIn, 'user'>, kind: ImportKind): void {
  if (!mayOpen(pages[importKindPages[kind]], user)) throw new Refusal('permission.denied')
}

const listLast = prepared(`
  select i.id, i.file_name as "fileName", ${isoTime('i.created_at')} as "createdAt", i.created_by_name as "createdBy", i.counts,
         i.undone_at is null and exists (
           select from file_import_changes c where c.tenant_id = $1 and c.import_id = i.id) as "canUndo",
         ${isoTime('i.undone_at')} as "undoneAt", i.undone_by_name as "undoneBy"
  from file_imports i where i.tenant_id = $1 and i.kind = $2 order by i.created_at desc, i.id desc limit 10`)

const listImports = verb(getFileImports, async ({ tx, user }, { kind }) => {
  refuseUnlessTheirs({ user }, kind)
  return (await tx.query<FileImport>(listLast, kind)).map(withoutNulls)
})

const lockImport = prepared(`
  select kind, undone_at is not null as "isUndone" from file_imports where tenant_id = $1 and id = $2 for update`)
const readIds = prepared(
  'select record_id as id from file_import_changes where tenant_id = $1 and import_id = $2',
)
const findUnchanged = (mark: string) =>
  unprepared(`
    select c.record_id as id, c.before is null as "isAdded"
    from file_import_changes c left join (${mark}) m on m.id = c.record_id
    where c.tenant_id = $1 and c.import_id = $3 and c.record_id = any ($2) and c.mark is not distinct from m.mark
    order by c.record_id`)
const noteUndone = prepared(
  'update file_imports set undone_at = $3, undone_by_name = $4 where tenant_id = $1 and id = $2',
)
const dropChanges = prepared('delete from file_import_changes where tenant_id = $1 and import_id = $2')

/** Leaves what was changed since. */
const undoImport = verb(undoFileImport, async (call, { id }) => {
  const { tx, user, now } = call
  await tx.query(lockFiles)
  const found = await oneOf(tx.query<{ kind: ImportKind; isUndone: boolean }>(lockImport, id))
  refuseUnlessTheirs(call, found.kind)
  const records = kinds.find(({ kind }) => kind === found.kind)?.records
  if (found.isUndone || !records) throw new Refusal('change.undone')
  const ids = (await tx.query<{ id: string }>(readIds, id)).map((record) => record.id)
  if (ids.length === 0) throw new Refusal('import.replaced')
  await tx.query(records.lock, ids)
  const unchanged: { id: string; isAdded: boolean }[] = []
  await inBatches(ids, async (batch) => {
    const same = await tx.query<{ id: string; isAdded: boolean }>(findUnchanged(records.mark), batch, id)
    unchanged.push(...same)
    await records.restore(
      call,
      same.map((record) => record.id),
      id,
    )
  })
  await Promise.all([tx.query(noteUndone, id, now, user.username), tx.query(dropChanges, id)])
  const removed = unchanged.filter(({ isAdded }) => isAdded).length
  return { restored: unchanged.length - removed, removed, kept: ids.length - unchanged.length }
})

export const fileImportVerbs: AnyServed[] = [listImports, undoImport]
