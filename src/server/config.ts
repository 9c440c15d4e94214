import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { type BackupPlace, readBackupPlace } from './backup/place.ts'
import { minPassphraseLength } from './backup/sealedKey.ts'
import type { DatabaseUrls } from './db/connection.ts'
import type { StorePlace } from './images/openObjectStore.ts'
import { readStorePlace } from './images/storePlace.ts'
import { type LogLevel, logLevels } from './process/log.ts'
import { StartupProblem } from './process/startup.ts'
import { projectFolder } from './projectFolder.ts'
import type { Retention } from './retention/retention.ts'

/** For about a dozen catalogues of 30,000 sizes. */
export const defaultCatalogueMemoryMb = 256

/** Also how often one is expected where none is scheduled. */
export const defaultBackupHours = 24

/** `at`: one of them, by this machine's clock. `everyHours` divides the day. */
export type ScheduledBackup = {
  place: BackupPlace
  at: { hour: number; minute: number }
  everyHours: number
  keepDays: number
}

export type MetricsAddress = { host: string; port: number }

export type Config = {
  port: number
  host: string
  /** That serve on this machine. */
  processes: number
  /** Embedded database, and photos by default. */
  dataDir: string
  photos: StorePlace
  /** Outside; default: the embedded one. */
  database: DatabaseUrls | undefined
  customerKey: string | undefined
  /** Without one, mails are written to a folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Encrypts secrets in the database; default: a generated key in the data folder. */
  secretKey: string | undefined
  oldSecretKey: string | undefined
  /** Fingerprint of a lost key, to allow a new one. */
  lostSecretKey: string | undefined
  /** Base of links in mails; protocol and port also apply to tenants' hosts. */
  publicUrl: string | undefined
  /** Internal networks (CIDR or address) that ERP links may reach. */
  erpNetworks: string[]
  /** Parent of the tenants' ERP folders. */
  erpFolder: string
  /** How long running requests may continue after a stop signal. */
  stopTimeoutMs: number
  /** For catalogues kept in memory; 0 keeps none. */
  catalogueMemoryMb: number
  /** How many calls a user may make in each process; 0 for no limit. */
  callsPerMinute: number
  /** Where Prometheus asks. */
  metrics: MetricsAddress | undefined
  retention: Retention
  backup: ScheduledBackup | undefined
  /** Seals the key in backups. */
  backupPassphrase: string | undefined
  /** From `info` on, logs each request. */
  logLevel: LogLevel
  /** Reverse proxies whose X-Forwarded headers are trusted. */
  trustProxy: string | false
}

/** Comma-separated addresses, networks, or loopback, linklocal, uniquelocal. */
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

/** An address, with the password of a setting of its own, in which nothing needs escaping. Undefined if empty. */
function readLogin(
  environment: NodeJS.ProcessEnv,
  urlName: string,
  passwordName: string,
): string | undefined {
  const url = environment[urlName] || undefined
  const password = environment[passwordName]
  if (!password) return url
  const [, user, rest] = /^(\w+:\/\/[^:@/?#]+)(@.*)$/.exec(url ?? '') ?? []
  if (!user)
    throw new StartupProblem(`${passwordName} also needs ${urlName} with a user, and without a password.`)
  return `${user}:${encodeURIComponent(password)}${rest}`
}

/** Undefined if empty. */
function readUrl(name: string, given: string | undefined, protocols: string[]): string | undefined {
  if (!given) return undefined
  if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol)) {
    throw new StartupProblem(`${name} must be an address starting with ${protocols.join('// or ')}//.`)
  }
  return given
}

function readMetricsAddress(given: string | undefined): MetricsAddress | undefined {
  if (!given) return undefined
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(given) ?? []
  if (!host || Number(port) > 65_535)
    throw new StartupProblem(
      `METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464; it is "${given}".`,
    )
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

function readBackup(environment: NodeJS.ProcessEnv): ScheduledBackup | undefined {
  const given = environment.BACKUP_TO
  if (!given) return undefined
  const place = readBackupPlace(given, environment, projectFolder)
  if ('file' in place)
    throw new StartupProblem('BACKUP_TO must be a folder or s3://BUCKET/PREFIX, which hold many backups.')
  if (!environment.BACKUP_PASSPHRASE)
    throw new StartupProblem('BACKUP_TO also needs BACKUP_PASSPHRASE, which seals the key in backups.')
  const at = environment.BACKUP_AT || '03:00'
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(at) ?? []
  if (!hour || Number(hour) > 23 || Number(minute) > 59)
    throw new StartupProblem(`BACKUP_AT must be a time of day, such as 03:00; it is "${at}".`)
  const everyHours = Number(environment.BACKUP_EVERY_HOURS || defaultBackupHours)
  if (!(everyHours >= 1) || !Number.isInteger(everyHours) || !Number.isInteger(24 / everyHours))
    throw new StartupProblem(
      `BACKUP_EVERY_HOURS must divide the day: 1, 2, 3, 4, 6, 8, 12 or 24; it is "${environment.BACKUP_EVERY_HOURS}".`,
    )
  const keepDays = Number(environment.BACKUP_KEEP_DAYS || 30)
  if (!(keepDays >= 1 && keepDays <= 36_500))
    throw new StartupProblem(
      `BACKUP_KEEP_DAYS must be a number of days from 1 on; it is "${environment.BACKUP_KEEP_DAYS}".`,
    )
  return { place, at: { hour: Number(hour), minute: Number(minute) }, everyHours, keepDays }
}

function readPassphrase(given: string | undefined): string | undefined {
  if (given && given.length < minPassphraseLength)
    throw new StartupProblem(`BACKUP_PASSPHRASE must have at least ${minPassphraseLength} characters.`)
  return given || undefined
}

const minKeepDays = 30

function readDays(name: string, given: string): number {
  const days = Number(given)
  if (!(Number.isInteger(days) && days >= minKeepDays && days <= 36_500))
    throw new StartupProblem(`${name} must be a number of days from ${minKeepDays} on; it is "${given}".`)
  return days
}

const maxProcesses = 256

function readProcesses(given: string): number {
  const count = given === 'auto' ? availableParallelism() : Number(given)
  if (!Number.isInteger(count) || count < 1 || count > maxProcesses) {
    throw new StartupProblem(
      `PROCESSES must be a number from 1 to ${maxProcesses}, or "auto" for one per core; it is "${given}".`,
    )
  }
  return count
}

/** A pooler or a copy is entered by the application alone, so its own login must be named. */
function readDatabase(environment: NodeJS.ProcessEnv): DatabaseUrls | undefined {
  const url = readLogin(environment, 'DATABASE_URL', 'DATABASE_PASSWORD')
  const appUrl = readLogin(environment, 'DATABASE_APP_URL', 'DATABASE_APP_PASSWORD')
  const copyUrl = readLogin(environment, 'DATABASE_READ_URL', 'DATABASE_READ_PASSWORD')
  if (appUrl && !url)
    throw new StartupProblem('DATABASE_APP_URL also needs DATABASE_URL, the login that owns the schema.')
  if (copyUrl && !appUrl)
    throw new StartupProblem('DATABASE_READ_URL also needs DATABASE_APP_URL, the login of the application.')
  return url ? { url, appUrl, readUrl: copyUrl } : undefined
}

function readCallsPerMinute(given: string): number {
  const calls = Number(given)
  if (!Number.isInteger(calls) || calls < 0)
    throw new StartupProblem(`CALLS_PER_MINUTE must be a whole number, 0 for no limit; it is "${given}".`)
  return calls
}

function readLogLevel(given: string): LogLevel {
  const level = logLevels.find((one) => one === given)
  if (!level) throw new StartupProblem(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${given}".`)
  return level
}

/** docs/operating.md lists all settings. */
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
  const catalogueMemoryMb = Number(environment.CATALOGUE_MEMORY_MB || defaultCatalogueMemoryMb)
  if (!(catalogueMemoryMb >= 0 && catalogueMemoryMb <= 1_000_000)) {
    throw new StartupProblem(
      `CATALOGUE_MEMORY_MB must be a number of megabytes, 0 to keep no catalogue in memory; it is "${environment.CATALOGUE_MEMORY_MB}".`,
    )
  }
  const dataDir = resolve(projectFolder, environment.DATA_DIR || 'data')
  return {
    port,
    host: environment.HOST || '127.0.0.1',
    processes: readProcesses(environment.PROCESSES || '1'),
    dataDir,
    photos: readStorePlace(environment, dataDir),
    database: readDatabase(environment),
    customerKey: environment.CUSTOMER_KEY || undefined,
    smtpUrl: readUrl('SMTP_URL', readLogin(environment, 'SMTP_URL', 'SMTP_PASSWORD'), ['smtp:', 'smtps:']),
    mailFrom: environment.MAIL_FROM || 'toptan@localhost',
    secretKey: environment.SECRET_KEY || undefined,
    oldSecretKey: environment.OLD_SECRET_KEY || undefined,
    lostSecretKey: environment.LOST_SECRET_KEY || undefined,
    publicUrl: readUrl('PUBLIC_URL', environment.PUBLIC_URL, ['http:', 'https:'])?.replace(/\/+$/, ''),
    erpFolder: resolve(projectFolder, environment.ERP_FOLDER || join(dataDir, 'erp')),
    erpNetworks: readNetworks(environment.ERP_NETWORKS),
    stopTimeoutMs: stopTimeoutS * 1000,
    catalogueMemoryMb,
    callsPerMinute: readCallsPerMinute(environment.CALLS_PER_MINUTE || '3000'),
    metrics: readMetricsAddress(environment.METRICS_ADDRESS),
    retention: {
      logDays: readDays('KEEP_LOG_DAYS', environment.KEEP_LOG_DAYS || '1095'),
      runDays: readDays('KEEP_RUNS_DAYS', environment.KEEP_RUNS_DAYS || '365'),
    },
    backup: readBackup(environment),
    backupPassphrase: readPassphrase(environment.BACKUP_PASSPHRASE),
    logLevel: readLogLevel(environment.LOG_LEVEL || 'warn'),
    trustProxy: readProxies(environment.TRUST_PROXY),
  }
}
