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
  /** Closes the pool and removes the database. */
  drop: () => Promise<void>
}

/** A fresh, migrated, empty database of its own: a copy of the template, made in a fraction of a second. */
export async function testDatabase(): Promise<TestDatabase> {
  const { socketDirectory, port } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const asOwnerOf = (database: string) => embeddedConnections(socketDirectory, port, database)
  // Copying locks the template against nothing but connections to it, and nobody connects to it.
  await run(asOwnerOf('postgres').owner, `create database ${name} template ${templateName}`)
  const connections = asOwnerOf(name)
  const database = await openDatabase(connections, { poolSize: 5 })
  return {
    database,
    connections,
    name,
    drop: async () => {
      await database.close()
      // A connection just closed may linger for a moment; only the superuser may end those of others.
      await run({ ...asOwnerOf('postgres').owner, user: 'postgres' }, `drop database ${name} with (force)`)
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
