/** Values of a dynamic statement. $1 is the tenant, so the first one added is $2. */
export type Values = { list: unknown[]; add(value: unknown): string }

/** `add` returns the value's placeholder, so that values never become part of the SQL text. */
export function collectValues(): Values {
  const list: unknown[] = []
  return { list, add: (value) => `$${list.push(value) + 1}` }
}
