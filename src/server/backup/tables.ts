import pg from 'pg'
import { z } from 'zod'
import { parentsFirst, parentTables } from '#server/db/parentsFirst.ts'

/** As all ours are named. */
export const tableName = z
  .string()
  .max(63)
  .regex(/^[a-z][a-z0-9_]*$/)

/**
 * `columns`: those that are stored, not computed. `isOfTenant`: else of the whole deployment. `opensDoor`: its rows let
 * somebody in without a password, or onto the operator's page; they are neither written to a backup nor taken from one.
 */
export type BackedUpTable = { name: string; columns: string[]; isOfTenant: boolean; opensDoor: boolean }

/** What a restored deployment makes anew. */
const leftOut = [
  'schema_migrations',
  'servers',
  'secret_key',
  'backups',
  'mail_servers',
  'outbound_waits',
  'restore_under_way',
]

/** Refresh tokens lie in `sessions`, to which `push_devices` belong. */
const doors = ['sessions', 'push_devices', 'password_resets', 'verification_codes']
/** The operators and whatever is theirs. */
const operatorTables = '^operator(s$|_)'

/** Each after those that its foreign keys name. */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { parents: string[] }>(
    `select t.relname as name, has.tenant as "isOfTenant",
       t.relname = any ($2) or t.relname ~ '${operatorTables}' as "opensDoor",
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       ${parentTables} as parents
     from pg_class t
     cross join lateral (select t.relname = 'tenants' or exists (
       select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id') as tenant) has
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and t.relname <> all ($1)
     order by t.relname`,
    [leftOut, doors],
  )
  return parentsFirst(rows)
}

/** The column that says whose a row is. */
export const ownerColumn = (table: string) => (table === 'tenants' ? 'id' : 'tenant_id')

/** SQL: which rows belong to a tenant. */
export function rowsOf(table: string, tenantId: string): string {
  return `${ownerColumn(table)} = ${pg.escapeLiteral(tenantId)}`
}
