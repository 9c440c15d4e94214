import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StorePlace } from './images/openObjectStore.ts'
import { readStorePlace } from './images/storePlace.ts'
import { type LogLevel, logLevels } from './log.ts'
import { StartupProblem } from './startup.ts'

/** The project's own folder. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

export type Config = {
  port: number
  host: string
  /** Embedded database, photos where they have no other place. */
  dataDir: string
  photos: StorePlace
  databaseUrl: string | undefined
  customerKey: string | undefined
  /** Where mails are handed over; without one they are written to a folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** What seals secrets in the database; without one a key is made and kept in the data folder. */
  secretKey: string | undefined
  /** The fingerprint of a key that is lost for good, so that the database may be used with another one. */
  lostSecretKey: string | undefined
  /** Where links in mails lead; tenants with a host name of their own get its protocol and port. */
  publicUrl: string | undefined
  /** Inner networks that links to an ERP may lead to: addresses, or networks as 10.1.0.0/16. */
  erpNetworks: string[]
  /** Where links that hand files over in a folder have theirs, one for each tenant. */
  erpFolder: string
  /** How long requests that run may go on after the order to stop. */
  stopTimeoutMs: number
  /** How bad something must be to be logged; from info on each request is. */
  logLevel: LogLevel
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
      `TRUST_PROXY must list addresses or networks, such as 127.0.0.1,10.0.0.0/8; it is "${listed}".`,
    )
  }
  return listed
}

/** Addresses or networks, separated by commas. */
function readNetworks(listed: string | undefined): string[] {
  const networks = (listed ?? '').split(',').map((one) => one.trim())
  const all = networks.filter((one) => one !== '')
  if (!all.every((one) => isIP(one.replace(/\/\d{1,3}$/, '')) > 0)) {
    throw new StartupProblem(
      `ERP_NETWORKS must list addresses or networks, such as 10.1.0.0/16; it is "${listed}".`,
    )
  }
  return all
}

/** An address of one of the protocols, or undefined where the setting is empty. */
function readUrl(name: string, given: string | undefined, protocols: string[]): string | undefined {
  if (!given) return undefined
  if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol)) {
    throw new StartupProblem(`${name} must be an address starting with ${protocols.join('// or ')}//.`)
  }
  return given
}

function readLogLevel(given: string): LogLevel {
  const level = logLevels.find((one) => one === given)
  if (!level) throw new StartupProblem(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${given}".`)
  return level
}

/** Settings from the environment; README's table lists them all. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const port = Number(environment.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartupProblem(`PORT must be a number from 0 to 65535; it is "${environment.PORT}".`)
  }
  const stopTimeoutS = Number(environment.STOP_TIMEOUT_S || 30)
  if (!(stopTimeoutS >= 0 && stopTimeoutS <= 86_400)) {
    throw new StartupProblem(
      `STOP_TIMEOUT_S must be a number of seconds from 0 to 86400; it is "${environment.STOP_TIMEOUT_S}".`,
    )
  }
  const dataDir = resolve(projectFolder, environment.DATA_DIR || 'data')
  return {
    port,
    host: environment.HOST || '127.0.0.1',
    dataDir,
    photos: readStorePlace(environment, dataDir),
    databaseUrl: environment.DATABASE_URL || undefined,
    customerKey: environment.CUSTOMER_KEY || undefined,
    smtpUrl: readUrl('SMTP_URL', environment.SMTP_URL, ['smtp:', 'smtps:']),
    mailFrom: environment.MAIL_FROM || 'toptan@localhost',
    secretKey: environment.SECRET_KEY || undefined,
    lostSecretKey: environment.LOST_SECRET_KEY || undefined,
    publicUrl: readUrl('PUBLIC_URL', environment.PUBLIC_URL, ['http:', 'https:'])?.replace(/\/+$/, ''),
    erpFolder: resolve(projectFolder, environment.ERP_FOLDER || join(dataDir, 'erp')),
    erpNetworks: readNetworks(environment.ERP_NETWORKS),
    stopTimeoutMs: stopTimeoutS * 1000,
    logLevel: readLogLevel(environment.LOG_LEVEL || 'warn'),
    trustProxy: readProxies(environment.TRUST_PROXY),
  }
}
