import pg from 'pg'

const opensOrEnds = /^(begin|set local|commit|rollback)/

/** Counts what this process sends to the database from now on, without what opens and ends transactions. */
export function countStatements(): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(Reflect.get(pg.Client.prototype, 'query'), {
    apply: (query, client, asked) => {
      const [first] = asked
      const text = typeof first === 'string' ? first : (first as { text: string }).text
      if (!opensOrEnds.test(text)) count += 1
      return Reflect.apply(query, client, asked)
    },
  })
  return () => count
}
