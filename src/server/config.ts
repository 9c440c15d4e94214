import { isIP } from 'node:net'
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

/** Addresses, networks (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas. */
function readProxies(listed: string | undefined): string | false {
  if (!listed) return false
  const isKnown = (one: string) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(one) || isIP(one.replace(/\/\d{1,3}$/, '')) > 0
  if (!listed.split(',').every((one) => isKnown(one.trim()))) {
    throw new StartupProblem(
      `TRUST_PROXY must list addresses or networks, as 127.0.0.1,10.0.0.0/8; it is "${listed}".`,
    )
  }
  return listed
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
    trustProxy: readProxies(environment.TRUST_PROXY),
  }
}
