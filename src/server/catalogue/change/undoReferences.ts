import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

const foreignKeys = unprepared(`select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and c.confrelid = to_regclass($2) and $1::uuid is not null`)

/**
 * SQL: whether another table references row `x`. Reads the foreign keys from the database: a table missing here would
 * make the whole undo fail.
 */
export async function referencedCondition(tx: Tx, table: string, own: string[]): Promise<string> {
  const keys = await tx.query<{ table: string; column: string }>(foreignKeys, table)
  const others = keys.filter((key) => !own.includes(key.table))
  const found = others.map(
    (key) => `exists (select from ${key.table} f where f.tenant_id = $1 and f.${key.column} = x.id)`,
  )
  return found.length > 0 ? `(${found.join(' or ')})` : 'false'
}
