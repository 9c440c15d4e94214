/** Values of a statement whose conditions depend on what is asked. $1 is the tenant, so the first here is $2. */
export type Values = { list: unknown[]; add(value: unknown): string }

/** Collects values and answers the placeholder of each: text never meets a value. */
export function collectValues(): Values {
  const list: unknown[] = []
  return { list, add: (value) => `$${list.push(value) + 1}` }
}
