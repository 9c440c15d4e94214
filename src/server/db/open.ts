import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import {
  type Connections,
  embeddedConnections,
  externalConnections,
  prepareEmbedded,
  prepareExternal,
} from './connection.ts'
import { findRunningEmbedded, startEmbedded } from './embedded.ts'

export type Storage = {
  connections: Connections
  isEmbedded: boolean
  close(): Promise<void>
}

export const embeddedFolder = (config: Config) => join(config.dataDir, 'postgres')

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
    return {
      connections: embeddedConnections(running.socketDirectory, running.port),
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
