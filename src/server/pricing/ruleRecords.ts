import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { Refusal } from '#shared/errors.ts'

type Given = { id?: string | undefined; version?: number | undefined }
type TxCall = SignedIn & { tx: Tx }

/** Price rules or quantity rules. */
type RuleKind<Input extends Given, Row> = {
  table: 'price_rules' | 'quantity_rules'
  subject: 'priceRule' | 'quantityRule'
  /** SQL: a rule `r` as it is read, and what it is joined with for that. */
  json: string
  joins: string
  /** Per tenant. */
  maxRules: number
  /** Checks what the rule names, writes it and returns its new version. `before`: as it is stored; absent for a new one. */
  write: (call: TxCall, input: Input, id: string, before: Row | undefined) => Promise<number>
  nameOf: (row: Row) => string
  /** For the change log, in readable values. */
  recordOf: (row: Row) => Record<string, unknown>
}

/** Reads, saves and deletes rules of a kind, and logs the changes. */
export function ruleRecords<Input extends Given, Row extends { version: number }>({
  table,
  subject,
  json,
  joins,
  maxRules,
  write,
  nameOf,
  recordOf,
}: RuleKind<Input, Row>) {
  const lockRule = prepared(`select id from ${table} where tenant_id = $1 and id = $2 for update`)
  const readRule = prepared(
    `select ${json} as rule from ${table} r ${joins} where r.tenant_id = $1 and r.id = $2`,
  )
  const countRules = prepared(`select count(*)::int as count from ${table} where tenant_id = $1`)
  const dropRule = prepared(`delete from ${table} where tenant_id = $1 and id = $2`)

  /** Refuses with `notFound`. */
  const read = async (tx: Tx, id: string): Promise<Row> =>
    (await oneOf(tx.query<{ rule: Row }>(readRule, id))).rule

  const readLocked = async (tx: Tx, id: string): Promise<Row> => {
    await tx.query(lockRule, id)
    return read(tx, id)
  }

  const refuseTooMany = async (tx: Tx): Promise<void> => {
    const [found] = await tx.query<{ count: number }>(countRules)
    if ((found?.count ?? 0) >= maxRules)
      throw new Refusal('priceRule.tooMany', { values: { most: maxRules } })
  }

  return {
    read,
    /** Refuses with `notFound`, `record.changed` or `priceRule.tooMany`. */
    save: async (call: TxCall, input: Input) => {
      const { tx, now } = call
      const before = input.id === undefined ? undefined : await readLocked(tx, input.id)
      if (before && input.version !== undefined && before.version !== input.version)
        throw new Refusal('record.changed')
      if (!before) await refuseTooMany(tx)
      const id = input.id ?? newId()
      const version = await write(call, input, id, before)
      const after = await read(tx, id)
      await recordChange(tx, actorOf(call), now, {
        subject,
        subjectId: id,
        subjectName: nameOf(after),
        action: before ? 'changed' : 'added',
        ...(before ? { before: recordOf(before) } : {}),
        after: recordOf(after),
      })
      return { id, version }
    },
    /** Refuses with `notFound`. */
    remove: async (call: TxCall, id: string): Promise<void> => {
      const { tx, now } = call
      const before = await readLocked(tx, id)
      await tx.query(dropRule, id)
      await recordChange(tx, actorOf(call), now, {
        subject,
        subjectId: id,
        subjectName: nameOf(before),
        action: 'deleted',
        before: recordOf(before),
      })
    },
  }
}
