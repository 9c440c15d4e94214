import type { Database } from '#server/db/tenant.ts'

// PostgreSQL shows of other roles' sessions only that they exist, not what they are or do. Replicating
// sessions have places of their own.
const read = `
  select (select count(*)::int from pg_stat_activity a
          where a.usesysid is not null and coalesce(a.backend_type, 'client backend') = 'client backend'
            and a.pid not in (select r.pid from pg_stat_replication r)) as connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as "maxConnections"`

/**
 * Sessions of all roles and databases of the server, and how many it gives to roles that are not
 * administrators.
 */
export async function readSessions({
  global,
}: Pick<Database, 'global'>): Promise<{ connections: number; maxConnections: number }> {
  const [found] = await global<{ connections: number; maxConnections: number }>(read)
  return found ?? { connections: 0, maxConnections: 0 }
}
