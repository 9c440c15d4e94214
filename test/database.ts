import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject, onTestFinished } from 'vitest'
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
  const name = `test_${randomBytes(6).toString('hex')}`
  const { connections, drop } = await (inject('isDistributed') ? onAllNodes(name) : fromTemplate(name))
  const database = await openDatabase(connections, { poolSize: 5 })
  return {
    database,
    connections,
    name,
    drop: async () => {
      await database.close()
      await drop()
    },
  }
}

type Made = { connections: Connections; drop: () => Promise<void> }

async function fromTemplate(name: string): Promise<Made> {
  const { socketDirectory, port } = inject('postgres')
  const connectionsTo = (database: string) => embeddedConnections(socketDirectory, port, database)
  const { owner } = connectionsTo('postgres')
  await runSql(owner, `create database ${name} template ${templateName}`)
  return {
    connections: { ...connectionsTo(name), ...throughPooler(name) },
    // Closed connections may linger; only the superuser may end them.
    drop: async () => {
      await runSql({ ...owner, user: 'postgres' }, `drop database ${name} with (force)`)
    },
  }
}

async function onAllNodes(name: string): Promise<Made> {
  const where = inject('postgres')
  return { connections: await makeDistributed(where, name), drop: () => dropDistributed(where, name) }
}

function throughPooler(database: string): Pick<Connections, 'app'> | undefined {
  const pooler = inject('pooler')
  return pooler && { app: { ...pooler, database, user: appRole } }
}

/** Without any table, until the test ends. */
export async function emptyDatabase(): Promise<Connections> {
  const { socketDirectory, port } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const { owner } = embeddedConnections(socketDirectory, port, 'postgres')
  await runSql(owner, `create database ${name}`)
  onTestFinished(async () => {
    await runSql({ ...owner, user: 'postgres' }, `drop database ${name} with (force)`)
  })
  return embeddedConnections(socketDirectory, port, name)
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
