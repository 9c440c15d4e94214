import { columnOf } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { ChangeAction, ChangeSubject } from '#shared/changes/changeKinds.ts'
import { Refusal } from '#shared/errors.ts'
import { actorOf, recordChange } from './record.ts'

type Kind<Fields extends object, Own extends string, First extends string, Named> = {
  table: 'accounts' | 'agents' | 'users'
  subject: ChangeSubject
  /** What people call a record. */
  nameOf: (row: Named) => string
  /** The form's fields, by their schemas. The change log compares them. */
  fields: Fields
  /** Columns of fields that are not simply the field in snake case; null for fields without a column. */
  columns: Partial<Record<keyof Fields & string, string | null>>
  /** Columns that are not fields, of each record and of a new one only. */
  own: readonly Own[]
  first: readonly First[]
}

/** A table of records that the office edits: with a version, and a mark for deleted ones. */
export function officeRecords<
  Fields extends object,
  const Own extends string,
  const First extends string,
  Named extends object,
>(kind: Kind<Fields, Own, First, Named>) {
  const { table, subject, nameOf, own, first } = kind
  const names = Object.keys(kind.fields) as (keyof Fields & string)[]
  const ownColumnOf = (field: keyof Fields & string) => {
    const column = kind.columns[field]
    return column === undefined ? columnOf(field) : column
  }
  const fields = names.filter((field) => ownColumnOf(field) !== null)
  const set = [...fields.map(ownColumnOf), ...own]
  const insertRow = prepared(`
    insert into ${table} (tenant_id, id, updated_at, ${[...set, ...first].join()})
    values ($1, $2, $3, ${[...set, ...first].map((_, index) => `$${index + 4}`).join()})
    on conflict do nothing returning id`)
  const updateRow = prepared(`
    update ${table} set updated_at = $3, version = version + 1, ${set.map((column, index) => `${column} = $${index + 4}`).join()}
    where tenant_id = $1 and id = $2 returning version`)
  const markRow = prepared(`
    update ${table} set deleted_at = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2`)
  type Row = Partial<Record<keyof Fields, unknown>>
  const logged = (row: Named) => Object.fromEntries(names.map((field) => [field, (row as Row)[field]]))

  return {
    nameOf,
    /** The fields with a column, to select from the table under this alias. */
    selected: (alias: string) => fields.map((field) => `${alias}.${ownColumnOf(field)} as "${field}"`).join(),
    /** False if another record has its code or name. */
    async insert(
      tx: Tx,
      id: string,
      row: Row,
      columns: Record<Own | First, unknown>,
      now: Date,
    ): Promise<boolean> {
      const values = [
        ...fields.map((field) => row[field]),
        ...[...own, ...first].map((column) => columns[column]),
      ]
      const [added] = await tx.query(insertRow, id, now, ...values)
      return added !== undefined
    },
    /** Returns the new version. */
    async update(tx: Tx, id: string, row: Row, columns: Record<Own, unknown>, now: Date): Promise<number> {
      const values = [...fields.map((field) => row[field]), ...own.map((column) => columns[column])]
      return (await oneOf(tx.query<{ version: number }>(updateRow, id, now, ...values))).version
    },
    async markDeleted(tx: Tx, id: string, now: Date): Promise<void> {
      await tx.query(markRow, id, now, now)
    },
    async restore(tx: Tx, id: string, now: Date): Promise<void> {
      await tx.query(markRow, id, null, now)
    },
    /** Adds to the change log. A new record's fields are kept, and of a changed one (`before`) those that differ. */
    async log(
      call: SignedIn & { tx: Tx },
      id: string,
      action: ChangeAction,
      row: Named,
      before?: Named,
    ): Promise<void> {
      await recordChange(call.tx, actorOf(call), call.now, {
        subject,
        subjectId: id,
        subjectName: nameOf(row),
        action,
        ...(before ? { before: logged(before) } : {}),
        ...(before || action === 'added' ? { after: logged(row) } : {}),
      })
    },
  }
}

/** Refuses a deleted record, and one that was changed since its `seen` version. */
export function refuseOutdated(
  stored: { isDeleted: boolean; version: number },
  seen: number | undefined,
): void {
  if (stored.isDeleted) throw new Refusal('notFound')
  if (seen !== undefined && seen !== stored.version) throw new Refusal('record.changed')
}
