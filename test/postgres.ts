import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { watchStatements } from './longStatements.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the cluster of this run listens. */
    postgres: { socketDirectory: string; port: number }
  }
}

/** The database that every test database is copied from: migrated, and empty. */
export const templateName = 'toptan_template'

/**
 * Starts one PostgreSQL for the whole run, in a temporary folder, and migrates the template database once.
 * TEST_POSTGRES_BIN names the folder of another version's programs to run the tests on.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toptan-test-'))
  // As root, PostgreSQL runs as another user, who must get in.
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
    await migrate(embeddedConnections(socketDirectory, port, templateName))
    const stopWatching = await watchStatements(socketDirectory, port)
    project.provide('postgres', { socketDirectory, port })
    return async () => {
      await stopWatching()
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}
