import type pg from 'pg'
import { parentsFirst, parentTables } from '#server/db/parentsFirst.ts'

/** `columns`: those that are stored, not computed. `isOfTenant`: else of the whole deployment. */
export type BackedUpTable = { name: string; columns: string[]; isOfTenant: boolean }

/** What a restored deployment makes anew. */
const leftOut = [
  'schema_migrations',
  'servers',
  'secret_key',
  'backups',
  'operator_sessions',
  'restore_under_way',
]

/** Each after those that its foreign keys name. */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { parents: string[] }>(
    `select t.relname as name, has.tenant as "isOfTenant",
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       ${parentTables} as parents
     from pg_class t
     cross join lateral (select t.relname = 'tenants' or exists (
       select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id') as tenant) has
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and t.relname <> all ($1)
     order by t.relname`,
    [leftOut],
  )
  return parentsFirst(rows)
}

/** SQL: which rows belong to a tenant. */
export function rowsOf(table: string, tenantId: string): string {
  return `${table === 'tenants' ? 'id' : 'tenant_id'} = '${tenantId}'`
}
