/** A constant statement is parsed and planned once per connection. */
export type Statement = { name?: string; text: string }

let count = 0

/**
 * Names a constant SQL text so that it is prepared once per connection. Call at module level only: every call makes a
 * new name. $1 is always the tenant (see {@link import('./tenant.ts').Tx}).
 */
export function prepared(text: string): Statement {
  count += 1
  return { name: `s${count}`, text }
}
