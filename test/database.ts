import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { type Connections, embeddedConnections } from '#server/db/connection.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
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
  const connectionsTo = (database: string) => embeddedConnections(socketDirectory, port, database)
  await run(connectionsTo('postgres').owner, `create database ${name} template ${templateName}`)
  const connections = connectionsTo(name)
  const database = await openDatabase(connections, { poolSize: 5 })
  return {
    database,
    connections,
    name,
    drop: async () => {
      await database.close()
      // Closed connections may linger; only the superuser may end them.
      await run(
        { ...connectionsTo('postgres').owner, user: 'postgres' },
        `drop database ${name} with (force)`,
      )
    },
  }
}

async function run(config: ClientConfig, text: string): Promise<void> {
  const client = new Client(config)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
