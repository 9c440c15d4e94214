/** $1 is the tenant, so the first one is $2. */
export type Values = { list: unknown[]; add(value: unknown): string }

/** `add` returns a placeholder: values never enter the SQL text. */
export function collectValues(): Values {
  const list: unknown[] = []
  return { list, add: (value) => `$${list.push(value) + 1}` }
}
