import { createHash } from 'node:crypto'

/** Named statements are planned once per connection, unless there is a pooler between. */
export type Statement = {
  name?: string
  text: string
  /** Changes nothing that processes keep in memory, although it writes such a table; see versions.ts. */
  isUnseen?: true
}

/**
 * A constant SQL text, prepared under a name that no other text has in any process. Module level only: a connection
 * keeps every name. $1 is always the tenant.
 */
export function prepared(text: string, options: Pick<Statement, 'isUnseen'> = {}): Statement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text, ...options }
}

/** A statement that is planned each time it is sent. */
export const unprepared = (text: string): Statement => ({ text })

/** A prepared statement with its values, for `tx.query(...statement(values))`. */
export type NamedStatement<Values> = (values: Values) => [Statement, ...unknown[]]

/**
 * As {@link prepared}, for statements with many values: `:orderId` in the text stands for the field `orderId` of
 * `Values`, so no two can be swapped by position. `$1` stays the tenant.
 */
export function preparedWith<Values extends Record<string, unknown>>(text: string): NamedStatement<Values> {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 2}`
  })
  const statement = prepared(numbered)
  return (values) => [statement, ...names.map((name) => values[name])]
}
