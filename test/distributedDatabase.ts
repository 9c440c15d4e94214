import { Client } from 'pg'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { distribute } from '#server/db/distribute.ts'
import { migrate } from '#server/db/migrate.ts'
import { noTenant } from '#server/db/tenant.ts'

type Where = { socketDirectory: string; port: number }
type Node = { host: string; port: number }

/** Few, so that a test database is made in seconds. */
const shardCount = 2

async function asSuperuser<T>(
  node: Node,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...node, user: 'postgres', database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const coordinatorOf = ({ socketDirectory, port }: Where): Node => ({ host: socketDirectory, port })

export async function hasCitus(where: Where): Promise<boolean> {
  return asSuperuser(coordinatorOf(where), 'postgres', async (client) => {
    const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
    return rows.length > 0
  })
}

/** The workers that the database `postgres` knows. */
async function workersOf(where: Where): Promise<Node[]> {
  return asSuperuser(coordinatorOf(where), 'postgres', async (client) => {
    const { rows } = await client.query<Node>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by nodeport',
    )
    return rows
  })
}

/** Adding a node to a database and migrating it change roles, which are the whole cluster's. */
async function oneAtATime<T>(where: Where, work: () => Promise<T>): Promise<T> {
  return asSuperuser(coordinatorOf(where), 'postgres', async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('test databases'))`)
    return await work()
  })
}

/** A migrated, empty database, on all nodes of the cluster. */
export const makeDistributed = (where: Where, name: string): Promise<Connections> =>
  oneAtATime(where, () => make(where, name))

async function make(where: Where, name: string): Promise<Connections> {
  const coordinator = coordinatorOf(where)
  const workers = await workersOf(where)
  await prepareEmbedded(where.socketDirectory, where.port, name)
  for (const node of workers)
    await asSuperuser(node, 'postgres', (client) => client.query(`create database ${name}`))
  for (const node of [...workers, coordinator])
    await asSuperuser(node, name, (client) => client.query('create extension citus'))
  await asSuperuser(coordinator, name, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
    await client.query(`alter database ${name} set citus.propagate_set_commands = 'local'`)
    await client.query(`alter database ${name} set citus.shard_count = ${shardCount}`)
    await client.query('grant all on schema public to toptan_owner')
    await client.query(`alter role toptan_owner set app.tenant_id = '${noTenant}'`)
  })
  const connections = embeddedConnections(where.socketDirectory, where.port, name)
  await migrate(connections)
  await distribute(connections, () => {})
  return connections
}

export async function dropDistributed(where: Where, name: string): Promise<void> {
  await oneAtATime(where, async () => {
    for (const node of [coordinatorOf(where), ...(await workersOf(where))])
      await asSuperuser(node, 'postgres', (client) => client.query(`drop database ${name} with (force)`))
  })
}
