import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupProblem } from './startup.ts'

/** The project's own folder. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

export type Config = {
  port: number
  host: string
  /** Embedded database, photos. */
  dataDir: string
  databaseUrl: string | undefined
  customerKey: string | undefined
  /** Addresses of reverse proxies whose X-Forwarded headers are believed. */
  trustProxy: string | false
}

/** Settings from the environment; README's table lists them all. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const port = Number(environment.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartupProblem(`PORT must be a number from 0 to 65535; it is "${environment.PORT}".`)
  }
  return {
    port,
    host: environment.HOST || '127.0.0.1',
    dataDir: resolve(projectFolder, environment.DATA_DIR || 'data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    customerKey: environment.CUSTOMER_KEY || undefined,
    trustProxy: environment.TRUST_PROXY || false,
  }
}
