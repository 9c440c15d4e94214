/** Named statements are planned once per connection. */
export type Statement = {
  name?: string
  text: string
  /** Changes nothing that processes keep in memory, although it writes such a table; see versions.ts. */
  isUnseen?: true
}

let count = 0

/** Prepares a constant SQL text. Module level only: every call makes a new name. $1 is always the tenant. */
export function prepared(text: string, options: Pick<Statement, 'isUnseen'> = {}): Statement {
  count += 1
  return { name: `s${count}`, text, ...options }
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
