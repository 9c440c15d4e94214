import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { withoutNulls } from '#server/db/withoutNulls.ts'
import { fieldColumns } from '#server/records/recordTable.ts'
import { fieldNames, type RecordFields } from '#shared/records/recordField.ts'
import { audienceOf } from './audience.ts'

/** A rule with all its fields: null for those that it does not have. */
export type Whole<Rule> = { [Name in keyof Rule]-?: Exclude<Rule[Name], undefined> | null }

export type AnyRule = { currAccCode?: string | undefined }

type Options<Rule> = {
  table: 'price_rules' | 'quantity_rules'
  fields: RecordFields
  /** Which fields a rule has besides those that all have. */
  ownFieldsOf: (rule: Rule) => Partial<Record<keyof Rule, boolean>>
  /** Leaves out what does not apply inside of fields, as amounts in the tiers of a percent rule. */
  clean?: (rule: Rule) => Rule
  /** What is read besides the fields: SQL by name, for a rule `r`. `joins`: the joins that it needs. */
  more: Record<string, string>
  joins: string
}

/** SQL of price rules or quantity rules. */
export function ruleTable<Rule extends AnyRule>(options: Options<Rule>) {
  const { table, fields, ownFieldsOf, clean = (rule) => rule, more, joins } = options
  const named = fieldColumns(fields) as { name: keyof Rule & string; column: string }[]
  const sqlOf = {
    id: 'r.id',
    version: 'r.version',
    audience: audienceOf,
    currAccCode: 'a.code',
    ...Object.fromEntries(named.map(({ name, column }) => [name, `r.${column}`])),
    ...more,
  }
  const columns = ['id', 'account_id', ...named.map(({ column }) => column)]
  const insert = (set: string[]) => `
    insert into ${table} (tenant_id, updated_at, ${set.join()})
    select $1, $3::timestamptz, ${set.map((column) => `n.${column}`).join()}
    from jsonb_populate_recordset(null::${table}, $2) n`
  const upsert = prepared(`${insert(columns)}
    on conflict (tenant_id, id) do update set updated_at = excluded.updated_at, version = ${table}.version + 1,
      ${columns.map((column) => `${column} = excluded.${column}`).join()}
    returning id, version`)
  const addRow = prepared(
    `${insert([...columns, 'version'])} on conflict (tenant_id, id) do nothing returning id`,
  )

  const wholeOf = (given: Rule): Whole<Rule> => {
    const rule = clean(given)
    const own = ownFieldsOf(rule)
    const values = fieldNames(fields).map((name) => {
      const field = name as keyof Rule
      return [field, own[field] === false ? null : (rule[field] ?? null)]
    })
    return Object.fromEntries(values) as Whole<Rule>
  }

  return {
    table,
    fields: fieldNames(fields) as (keyof Rule & string)[],
    /** A rule as it is read, without what it does not have. */
    json: `json_strip_nulls(json_build_object(${Object.entries(sqlOf)
      .map(([name, sql]) => `'${name}', ${sql}`)
      .join()}))`,
    joins,
    /** The rule with null in the fields that do not apply to it. */
    wholeOf,
    /** The rule as calls send it, without nulls. */
    sentOf: (rule: Whole<Rule>) => withoutNulls(rule) as Rule,
    /** The columns of a rule. */
    columnsOf(id: string, given: Rule, accountId: string | null): object {
      const rule = wholeOf(given)
      const values = named.map(({ name, column }) => [column, rule[name]])
      return { id, account_id: rule.currAccCode === null ? null : accountId, ...Object.fromEntries(values) }
    },
    /** Adds a rule, given by its columns. False if it is there. */
    async add(tx: Tx, rule: object, version: number, now: Date): Promise<boolean> {
      return (await tx.query(addRow, JSON.stringify([{ ...rule, version }]), now)).length > 0
    },
    /** Adds or overwrites rules, given by their columns. Returns their new versions. */
    write(tx: Tx, rules: object[], now: Date): Promise<{ id: string; version: number }[]> {
      return tx.query(upsert, JSON.stringify(rules), now)
    },
  }
}

export type RuleTable<Rule extends AnyRule> = ReturnType<typeof ruleTable<Rule>>
