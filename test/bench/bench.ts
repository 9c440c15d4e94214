import pg from 'pg'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { findPgbench } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { type CpuMeter, postgresCpu } from './usage.ts'

/** What all measurements of one size share. */
export type Bench = {
  plan: Plan
  folder: string
  connections: Connections
  /** As superuser, whom row-level security does not hold. */
  client: pg.Client
  databaseCpu: CpuMeter
  /** pgbench, if it is installed. */
  program: string | undefined
}

/** Runs `work` on a new database in `folder`/postgres, which stays there. */
export async function withDatabase<T>(
  folder: string,
  plan: Plan,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const cluster = await startEmbedded({ dataDirectory: `${folder}/postgres` })
  try {
    await prepareEmbedded(cluster.socketDirectory, cluster.port)
    const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
    await migrate(connections)
    const client = new pg.Client({ ...connections.owner, user: 'postgres' })
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const databaseCpu = postgresCpu(rows[0]?.pid ?? 0)
      return await work({ plan, folder, connections, client, databaseCpu, program: findPgbench() })
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
  }
}
