import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { StartupProblem } from '#server/process/startup.ts'
import {
  type Connections,
  checkEmbedded,
  embeddedConnections,
  externalConnections,
  nameOfExternal,
  prepareEmbedded,
  prepareExternal,
} from './connection.ts'
import { findRunningEmbedded, hasEmbedded, startEmbedded } from './embedded.ts'

export type Storage = {
  connections: Connections
  isEmbedded: boolean
  close(): Promise<void>
}

export const embeddedFolder = (config: Config) => join(config.dataDir, 'postgres')

/** For people; has no password. */
export function nameOfDatabase(config: Config): string {
  return config.database ? nameOfExternal(config.database) : `embedded, ${embeddedFolder(config)}`
}

/**
 * @param wayOut one more for the error to name
 * @throws StartupProblem if the settings name neither an external database nor an embedded one that exists
 */
export async function requireDatabase(config: Config, wayOut = ''): Promise<void> {
  const folder = embeddedFolder(config)
  if (config.database || (await hasEmbedded(folder))) return
  throw new StartupProblem(
    `DATABASE_URL is not set, and there is no embedded database in ${folder}: start Toptan first, which creates it, ` +
      `or give this command Toptan’s settings with --env FILE, DATABASE_URL or DATA_DIR${wayOut}.`,
  )
}

type OpenOptions = {
  /** Accepts an embedded database that is already running. */
  share?: boolean
  log?: (line: string) => void
  /** Called once the embedded database's process has started; may take all of this process's time. */
  whileStarting?: () => unknown
}

/** DATABASE_URL's database, or else the embedded one. */
export async function openStorage(config: Config, options: OpenOptions = {}): Promise<Storage> {
  if (config.database) {
    await prepareExternal(config.database)
    return {
      connections: externalConnections(config.database),
      isEmbedded: false,
      close: async () => {},
    }
  }
  const running = options.share ? await findRunningEmbedded(embeddedFolder(config)) : null
  if (running) {
    const connections = embeddedConnections(running.socketDirectory, running.port)
    await checkEmbedded(connections)
    return {
      connections,
      isEmbedded: true,
      close: async () => {},
    }
  }
  const cluster = await startEmbedded({
    dataDirectory: embeddedFolder(config),
    processes: config.processes,
    ...(options.log ? { log: options.log } : {}),
    ...(options.whileStarting ? { whileStarting: options.whileStarting } : {}),
  })
  try {
    await prepareEmbedded(cluster.socketDirectory, cluster.port)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return {
    connections: embeddedConnections(cluster.socketDirectory, cluster.port),
    isEmbedded: true,
    close: () => cluster.stop(),
  }
}
