import { columnOf } from '#server/db/columns.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { fieldNames, type RecordFields } from '#shared/records/recordField.ts'

type Options<Fields extends RecordFields, Own extends string, First extends string> = {
  table: 'accounts' | 'agents' | 'users'
  fields: Fields
  /** Columns that are not fields, of each record and of a new one only. */
  own: readonly Own[]
  first: readonly First[]
}

/** The fields that are columns of the record's own table. */
export const fieldColumns = (fields: RecordFields): { name: string; column: string }[] =>
  Object.entries(fields).flatMap(([name, { column = columnOf(name) }]) =>
    column === null ? [] : [{ name, column }],
  )

/** SQL of a table of records with a version and a mark for deleted ones. */
export function recordTable<
  Fields extends RecordFields,
  const Own extends string = never,
  const First extends string = never,
>({ table, fields, own, first }: Options<Fields, Own, First>) {
  const columns = fieldColumns(fields)
  const names = columns.map(({ name }) => name)
  const set = [...columns.map(({ column }) => column), ...own]
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

  return {
    /** The names of all fields, also of those without a column. */
    fields: fieldNames(fields),
    /** The fields with a column, to select from the table under this alias. */
    selected: (alias: string) => columns.map(({ name, column }) => `${alias}.${column} as "${name}"`).join(),
    /** False if another record has its code or name. */
    async insert(
      tx: Tx,
      id: string,
      row: Row,
      more: Record<Own | First, unknown>,
      now: Date,
    ): Promise<boolean> {
      const values = [...names.map((name) => row[name]), ...[...own, ...first].map((column) => more[column])]
      const [added] = await tx.query(insertRow, id, now, ...values)
      return added !== undefined
    },
    /** Returns the new version. */
    async update(tx: Tx, id: string, row: Row, more: Record<Own, unknown>, now: Date): Promise<number> {
      const values = [...names.map((name) => row[name]), ...own.map((column) => more[column])]
      const [updated] = await tx.query<{ version: number }>(updateRow, id, now, ...values)
      if (!updated) throw new Error(`No row of ${table} was updated`)
      return updated.version
    },
    async markDeleted(tx: Tx, id: string, now: Date): Promise<void> {
      await tx.query(markRow, id, now, now)
    },
    async restore(tx: Tx, id: string, now: Date): Promise<void> {
      await tx.query(markRow, id, null, now)
    },
  }
}
