/** SQL: the tables that foreign keys of `pg_class t` name. */
export const parentTables = `array(
  select distinct p.relname::text from pg_constraint c join pg_class p on p.oid = c.confrelid
  where c.conrelid = t.oid and c.contype = 'f' and p.oid <> t.oid)`

/** Each table after those that its foreign keys name, as far as those are given. */
export function parentsFirst<Table extends { name: string; parents: string[] }>(tables: Table[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const free = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)))
    if (free.length === 0) throw new Error(`Foreign keys in a circle: ${[...names].join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return ordered
}
