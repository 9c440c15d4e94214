import type pg from 'pg'
import { StartupProblem } from '#server/process/startup.ts'
import { appRole, type Connections, connected } from './connection.ts'
import { parentsFirst, parentTables } from './parentsFirst.ts'
import { noTenant } from './tenant.ts'

/** Small, read on every node, and written by the operator alone. */
const referenceTables = ['tenants', 'tenant_hosts']
/** Tables of the deployment, not of a tenant: they stay on the coordinator. */
const coordinatorTables = [
  'schema_migrations',
  'secret_key',
  'servers',
  'backups',
  'operators',
  'operator_sessions',
  'operator_tries',
  'mail_servers',
]

/** The other tables are colocated with it. */
const firstTable = 'tenant_counters'

type Log = (line: string) => void

/**
 * Spreads a migrated database of a Citus cluster over its nodes, by tenant. Tables that are distributed
 * already stay.
 * @throws StartupProblem with what to do
 */
export async function distribute(connections: Pick<Connections, 'owner'>, log: Log): Promise<void> {
  await using client = await connected(connections.owner)
  const { version, workers } = await checkCluster(client)
  log(`Citus ${version}, ${workers} workers`)
  await distributeTables(client, log)
}

/** @throws StartupProblem with what to do */
async function checkCluster(client: pg.Client): Promise<{ version: string; workers: number }> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (!rows[0])
    throw new StartupProblem(
      'The database has no Citus. As a superuser, on the coordinator and on each worker: CREATE EXTENSION citus;',
    )
  const { rows: nodes } = await client.query<{ workers: number; isCoordinator: boolean }>(
    `select count(*) filter (where groupid > 0 and isactive and noderole = 'primary')::int as workers,
       citus_is_coordinator() as "isCoordinator" from pg_dist_node`,
  )
  if (!nodes[0]?.isCoordinator)
    throw new StartupProblem('DATABASE_URL must name the coordinator of the cluster.')
  if (nodes[0].workers === 0)
    throw new StartupProblem(
      `The coordinator has no workers. As a superuser: SELECT citus_add_node('HOST', 5432); for each.`,
    )
  const { rows: roles } = await client.query<{ mayLogin: boolean }>(
    'select rolcanlogin as "mayLogin" from pg_roles where rolname = $1',
    [appRole],
  )
  if (!roles[0]?.mayLogin)
    throw new StartupProblem(
      `The role ${appRole} must be able to log in on every node. As a superuser: ALTER ROLE ${appRole} LOGIN;`,
    )
  const { rows: owner } = await client.query<{ tenant: string | null }>(
    `select current_setting('app.tenant_id', true) as tenant`,
  )
  if (owner[0]?.tenant !== noTenant)
    throw new StartupProblem(
      'Citus checks foreign keys as the owner when it moves a wholesaler. As a superuser, on each node: ' +
        `ALTER ROLE the login of DATABASE_URL SET app.tenant_id = '${noTenant}';`,
    )
  // Without it the tenant of a transaction is unknown to the workers, and they show nothing.
  await client.query(`alter role ${appRole} set citus.propagate_set_commands = 'local'`).catch(() => {
    throw new StartupProblem(
      `As a superuser: ALTER ROLE ${appRole} SET citus.propagate_set_commands = 'local'; and the same for the owner.`,
    )
  })
  return { version: rows[0].version, workers: nodes[0].workers }
}

async function distributeTables(client: pg.Client, log: Log): Promise<void> {
  // Otherwise Citus would make a table that refers to a reference table one of its own on the coordinator.
  await client.query('set citus.enable_local_reference_table_foreign_keys = off')
  for (const table of referenceTables)
    if (!(await isDistributed(client, table))) {
      await client.query(`select create_reference_table('${table}')`)
      log(`${table}: on every node`)
    }
  // Row-level security forced on the owner would hide all rows, and Citus would distribute nothing.
  const tables = await tablesOfTenants(client)
  for (const table of tables) {
    if (await isDistributed(client, table)) continue
    await client.query(`alter table ${table} no force row level security`)
    const before = await countRows(client, table)
    const colocated = table === firstTable ? '' : `, colocate_with => '${firstTable}'`
    await client.query(`select create_distributed_table('${table}', 'tenant_id'${colocated})`)
    const after = await countRows(client, table)
    if (after !== before) throw new Error(`${table} had ${before} rows and has ${after} now`)
    log(`${table}: by wholesaler, ${after} rows`)
  }
  for (const table of tables)
    if (await hasSecurity(client, table)) await client.query(`alter table ${table} force row level security`)
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${table}`)
  return rows[0]?.count ?? 0
}

async function hasSecurity(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    'select relrowsecurity as has from pg_class where oid = $1::regclass',
    [table],
  )
  return rows[0]?.has ?? false
}

async function isDistributed(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_dist_partition where logicalrelid = $1::regclass', [
    table,
  ])
  return rowCount === 1
}

/** The tables of tenants, each after those that its foreign keys name. */
async function tablesOfTenants(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `select t.relname as name, ${parentTables} as parents
     from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
       and t.relname <> all ($1) and not exists (
         select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by t.relname <> $2, t.relname`,
    [[...referenceTables, ...coordinatorTables], firstTable],
  )
  return parentsFirst(rows).map(({ name }) => name)
}
