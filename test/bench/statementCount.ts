import pg from 'pg'

/** What opens and ends transactions, and the question for changes that a server asks a few times a second. */
const notOfCalls = /^(begin|set local|commit|rollback)|from tenant_versions where tenant_id = any/

/** Counts what this process sends to the database from now on. */
export function countStatements(): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(Reflect.get(pg.Client.prototype, 'query'), {
    apply: (query, client, asked) => {
      const [first] = asked
      const text = typeof first === 'string' ? first : (first as { text: string }).text
      if (!notOfCalls.test(text)) count += 1
      return Reflect.apply(query, client, asked)
    },
  })
  return () => count
}
