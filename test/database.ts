import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { appRole, type Connections, embeddedConnections } from '#server/db/connection.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
import { dropDistributed, makeDistributed } from './distributedDatabase.ts'
import { templateName } from './postgres.ts'

export type TestDatabase = {
  database: Database
  connections: Connections
  name: string
  drop: () => Promise<void>
}

/** A migrated, empty copy of the template. */
export async function testDatabase(): Promise<TestDatabase> {
  const { socketDirectory, port } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  if (inject('isDistributed')) return distributedDatabase(name)
  const connectionsTo = (database: string) => embeddedConnections(socketDirectory, port, database)
  await runSql(connectionsTo('postgres').owner, `create database ${name} template ${templateName}`)
  const connections = { ...connectionsTo(name), ...throughPooler(name) }
  const database = await openDatabase(connections, { poolSize: 5 })
  return {
    database,
    connections,
    name,
    drop: async () => {
      await database.close()
      // Closed connections may linger; only the superuser may end them.
      await runSql(
        { ...connectionsTo('postgres').owner, user: 'postgres' },
        `drop database ${name} with (force)`,
      )
    },
  }
}

async function distributedDatabase(name: string): Promise<TestDatabase> {
  const where = inject('postgres')
  const connections = await makeDistributed(where, name)
  const database = await openDatabase(connections, { poolSize: 5 })
  return {
    database,
    connections,
    name,
    drop: async () => {
      await database.close()
      await dropDistributed(where, name)
    },
  }
}

function throughPooler(database: string): Pick<Connections, 'app'> | undefined {
  const pooler = inject('pooler')
  return pooler && { app: { ...pooler, database, user: appRole } }
}

/** Over a connection of its own, such as the owner's. */
export async function runSql<Row extends object>(
  config: ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(config)
  await client.connect()
  try {
    // Several statements cannot have values.
    return (await client.query<Row>(text, values.length > 0 ? values : undefined)).rows
  } finally {
    await client.end()
  }
}
