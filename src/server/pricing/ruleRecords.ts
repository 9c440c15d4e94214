import type { z } from 'zod'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import { type RecordCall, recordKind } from '#server/records/recordKind.ts'
import { Refusal } from '#shared/errors.ts'
import type { PageName } from '#shared/pages.ts'
import type { AnyRule, RuleTable, Whole } from './ruleTable.ts'

type Saved = { id?: string | undefined; version?: number | undefined; confirmed?: boolean }

/** Price rules or quantity rules. */
type Options<Rule extends AnyRule, Row extends Rule> = {
  table: RuleTable<Rule>
  subject: 'priceRule' | 'quantityRule'
  page: PageName
  /** Fields that are read besides those that are saved, for the change log. */
  names: readonly string[]
  /** Fields that say something only together. */
  together: readonly (readonly (keyof Rule & string)[])[]
  /** What saving takes: undoing passes it too. */
  input: z.ZodType<Rule & Saved>
  /** Per tenant. */
  maxRules: number
  nameOf: (rule: Rule & Partial<Row>) => string
  /** Refuses a rule that names what does not exist. Returns its account's id; `before`: as it is stored, if it is. */
  check: (call: RecordCall, given: Rule, id: string, before: Rule | undefined) => Promise<string | null>
  /** Refuses what cannot be beside other rules. */
  checkWritten?: (call: RecordCall, id: string) => Promise<void>
}

/** Reads, saves, deletes, logs and undoes rules of a kind. */
export function ruleRecords<Rule extends AnyRule, Row extends Rule & { id: string; version: number }>({
  table,
  subject,
  page,
  names,
  together,
  input,
  maxRules,
  nameOf,
  check,
  checkWritten,
}: Options<Rule, Row>) {
  type Form = Whole<Rule>
  const { wholeOf, sentOf, json, joins } = table
  const lockRule = prepared(`select id from ${table.table} where tenant_id = $1 and id = $2 for update`)
  const readRule = prepared(
    `select ${json} as rule from ${table.table} r ${joins} where r.tenant_id = $1 and r.id = $2`,
  )
  const countRules = prepared(`select count(*)::int as count from ${table.table} where tenant_id = $1`)
  const dropRule = prepared(`delete from ${table.table} where tenant_id = $1 and id = $2`)

  const readDeleted = prepared(`
    select before from changes
    where tenant_id = $1 and subject = '${subject}' and subject_id = $2 and action = 'deleted'
    order by at desc, id desc limit 1`)

  /** Refuses with `notFound`. */
  const read = async (tx: Tx, id: string): Promise<Row> =>
    (await oneOf(tx.query<{ rule: Row }>(readRule, id))).rule

  const refuseTooMany = async (tx: Tx): Promise<void> => {
    const [found] = await tx.query<{ count: number }>(countRules)
    if ((found?.count ?? 0) > maxRules) throw new Refusal('priceRule.tooMany', { values: { most: maxRules } })
  }

  /** As the change log compares it: null for what it does not have. */
  const loggedOf = (row: Row): Form & Row => {
    const named = names.map((name) => [name, row[name as keyof Row] ?? null])
    return { ...row, ...Object.fromEntries(named), ...wholeOf(row) }
  }

  /** The columns of a rule that may be saved. */
  const checked = async (
    call: RecordCall,
    id: string,
    form: Form,
    before: Rule | undefined,
  ): Promise<object> => {
    // An undo may put parts of two rules together that do not fit.
    const given = input.parse(sentOf(form), { reportInput: true })
    return table.columnsOf(id, given, await check(call, given, id, before))
  }

  const add = async (call: RecordCall, id: string, form: Form, version: number): Promise<Form & Row> => {
    const { tx, now } = call
    if (!(await table.add(tx, await checked(call, id, form, undefined), version, now)))
      throw new Refusal('change.undone')
    await refuseTooMany(tx)
    await checkWritten?.(call, id)
    return loggedOf(await read(tx, id))
  }

  const kind = recordKind<Form, Form & Row>({
    subject,
    page,
    fields: [...table.fields, ...names] as never,
    fixed: names as never,
    together,
    nameOf: (rule) => nameOf(rule as never),
    lock: async (tx, id) => {
      await tx.query(lockRule, id)
      return loggedOf(await read(tx, id))
    },
    write: async (call, id, form, before) => {
      if (!before) return { version: 1, stored: await add(call, id, form, 1) }
      const { tx, now } = call
      const columns = await checked(call, id, form, sentOf(before))
      const { version } = await oneOf(table.write(tx, [columns], now))
      await checkWritten?.(call, id)
      return { version, stored: loggedOf(await read(tx, id)) }
    },
    remove: async ({ tx }, { id }) => {
      await tx.query(dropRule, id)
    },
    dropped: {
      isWhole: (logged) => input.safeParse(sentOf(logged as Form)).success,
      addAgain: add,
    },
  })

  return {
    ...kind,
    read,
    loggedOf,
    /** Refuses with `notFound`, `record.changed` or `priceRule.tooMany`. */
    save: async (call: RecordCall, given: Rule & Saved) => {
      const form = wholeOf(given)
      const { id, version, confirmed = true } = given
      const confirmedCall = { ...call, confirmed }
      if (id === undefined) return { ...(await kind.add(confirmedCall, form)), version: 1 }
      const saved = await kind.change(confirmedCall, id, { ...form, version })
      return { id, version: saved.version }
    },
    /** Adds a deleted rule again, as it was. Refuses with `notFound` or `change.undone`. */
    restore: async (call: RecordCall, id: string): Promise<void> => {
      const { before } = await oneOf(call.tx.query<{ before: Record<string, unknown> }>(readDeleted, id))
      const deletion = { subjectId: id, action: 'deleted', before } as const
      if (!kind.isUndoable(deletion)) throw new Refusal('notFound')
      await kind.undo(call, deletion)
    },
  }
}
