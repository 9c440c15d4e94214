import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { appRole, connected, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hasCitus } from './distributedDatabase.ts'
import { startPooler } from './pooler.ts'
import { warnAboutSlowStatements } from './slowStatements.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { socketDirectory: string; port: number }
    /** Whether every test database is spread over the nodes of a cluster. */
    isDistributed: boolean
    /** The application's way to every test database, if there is a pooler. */
    pooler: { host: string; port: number } | undefined
  }
}

/** Copied for every test database. */
export const templateName = 'toptan_template'

/**
 * TEST_POSTGRES_BIN: folder of another version's programs. TEST_POOLER: through PgBouncer. TEST_DATABASE_URL: a running
 * server instead, by its superuser postgres, who needs no password; if its database has Citus, every test database is
 * distributed.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return useRunning(project, new URL(url))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toptan-test-'))
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const directory = process.env.TEST_POSTGRES_BIN
  const cluster = await startEmbedded({
    dataDirectory: path.join(folder, 'postgres'),
    ...(directory ? { binaries: { directory } } : {}),
  })
  const stop = async () => {
    await cluster.stop()
    await eraseEmbedded(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { socketDirectory, port } = cluster
    await prepareEmbedded(socketDirectory, port, templateName)
    const superuser = { ...embeddedConnections(socketDirectory, port, 'postgres').owner, user: 'postgres' }
    await skipDisk(superuser)
    await letOwnerActAsApplication(superuser)
    await migrate(embeddedConnections(socketDirectory, port, templateName))
    const stopWatching = await warnAboutSlowStatements(socketDirectory, port)
    project.provide('postgres', { socketDirectory, port })
    project.provide('isDistributed', false)
    const pooler = process.env.TEST_POOLER ? await startPooler({ socketDirectory, port }) : undefined
    project.provide('pooler', pooler && { host: pooler.host, port: pooler.port })
    return async () => {
      await pooler?.[Symbol.asyncDispose]()
      await stopWatching()
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function useRunning(project: TestProject, { hostname, port }: URL): Promise<() => Promise<void>> {
  const where = { socketDirectory: hostname, port: Number(port || 5432) }
  const isDistributed = await hasCitus(where)
  await prepareEmbedded(where.socketDirectory, where.port, templateName)
  await letOwnerActAsApplication({ host: hostname, port: where.port, user: 'postgres', database: 'postgres' })
  if (!isDistributed) await migrate(embeddedConnections(where.socketDirectory, where.port, templateName))
  project.provide('postgres', where)
  project.provide('isDistributed', isDistributed)
  project.provide('pooler', undefined)
  return async () => {}
}

/** As where an operator has one login for both. For the whole server, so no test may take it away. */
async function letOwnerActAsApplication(superuser: ClientConfig): Promise<void> {
  await using client = await connected(superuser)
  await client.query(`grant ${appRole} to toptan_owner`)
}

/** Nobody needs these databases after a crash of the machine. Tests of crashes start their own servers. */
async function skipDisk(config: ClientConfig): Promise<void> {
  const client = new Client(config)
  await client.connect()
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
