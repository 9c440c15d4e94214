/** Named statements are planned once per connection. */
export type Statement = { name?: string; text: string }

let count = 0

/** Prepares a constant SQL text. Module level only: every call makes a new name. $1 is always the tenant. */
export function prepared(text: string): Statement {
  count += 1
  return { name: `s${count}`, text }
}
