import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupProblem } from '../process/startup.ts'
import { ensureCluster, openServerLog, type ServerLog } from './cluster-files.ts'
import {
  binariesDirectory,
  type ClusterPlace,
  erasePlace,
  existingCluster,
  findPlace,
  preparePlace,
} from './cluster-place.ts'
import { endOrphans, type GuardedProcess, readyServer, shutDown, spawnGuarded } from './cluster-process.ts'
import { errorCode } from './error-code.ts'
import { alreadyRunning, isInstanceLocked, takeInstanceLock } from './instance-lock.ts'
import { keepRunning } from './keep-running.ts'
import { embeddedBinaries, majorVersion, type PostgresBinaries } from './postgres-binaries.ts'
import { makeSocketDirectory, removeSocketDirectory, renewSocketDirectory } from './socket-directory.ts'
import { runsAsRoot } from './system-user.ts'

export type { PostgresBinaries } from './postgres-binaries.ts'

/** A running database, reached through a Unix socket, as `postgres` without password. */
export type Cluster = {
  socketDirectory: string
  port: number
  /** Fast shutdown: rolls back open transactions. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Usually DATA_DIR/postgres. */
  dataDirectory: string
  binaries?: PostgresBinaries
  /** Number of Toptan processes, each with its own connections; one by default. */
  processes?: number
  /** Receives slow steps, and unexpected ends. */
  log?: (line: string) => void
  /** Called once the database's process has started. */
  whileStarting?: () => unknown
}

/** Part of the socket's name; no network port. */
const port = 5432

/**
 * Starts the data folder's PostgreSQL, creating it if needed. Restarts it if it ends; ends it with this process, even
 * after SIGKILL.
 * @throws StartupProblem for what the operator can fix: folder in use, unwritable, damaged or of another version;
 * missing programs.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Cluster> {
  const { dataDirectory } = options
  if (process.platform === 'win32')
    throw new StartupProblem(
      'The embedded database does not run on Windows: set DATABASE_URL to a PostgreSQL server.',
    )
  try {
    await makeDataDirectory(dataDirectory)
    const place = await findPlace(dataDirectory)
    const lock = await takeInstanceLock(place.directory)
    try {
      const cluster = await startAt(place, options)
      const stop = once(async () => {
        await cluster.stop()
        await lock.release()
      })
      return { ...cluster, stop }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw asStartupProblem(error, dataDirectory)
  }
}

/**
 * Whether the data folder has a database, or one is being created.
 * @throws StartupProblem if this user may not look
 */
export async function hasEmbedded(dataDirectory: string): Promise<boolean> {
  try {
    const place = await findPlace(dataDirectory)
    if (await isInstanceLocked(place.directory)) return true
    return (await readdir(await existingCluster(place))).length > 0
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw asStartupProblem(error, dataDirectory)
  }
}

/**
 * Finds the running database, for commands beside a running server. Waits while it starts; null if none runs.
 * @throws StartupProblem if it is another user's, or does not get ready.
 */
export async function findRunningEmbedded(
  dataDirectory: string,
): Promise<{ socketDirectory: string; port: number } | null> {
  try {
    const place = await findPlace(dataDirectory)
    const deadline = Date.now() + 60_000
    while (await isInstanceLocked(place.directory)) {
      const server = readyServer(place.cluster)
      if (server) return server
      if (Date.now() > deadline) throw alreadyRunning(null)
      await sleep(50)
    }
    return null
  } catch (error) {
    throw asStartupProblem(error, dataDirectory)
  }
}

/**
 * Deletes the database, also one stored elsewhere.
 * @throws StartupProblem while a Toptan runs it.
 */
export async function eraseEmbedded(dataDirectory: string): Promise<void> {
  if (!existsSync(dataDirectory)) return
  try {
    const place = await findPlace(dataDirectory)
    const lock = await takeInstanceLock(place.directory)
    try {
      await endOrphans(place.cluster, () => undefined)
      await erasePlace(place)
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw asStartupProblem(error, dataDirectory)
  }
}

async function startAt(place: ClusterPlace, options: EmbeddedOptions): Promise<Cluster> {
  const { runAs } = place
  const log = options.log ?? (() => undefined)
  const copyInto = await binariesDirectory(place)
  const binaries = options.binaries ?? (await embeddedBinaries({ runAs, copyInto, log }))
  const major = majorVersion(binaries, runAs)
  for (const cluster of new Set([place.cluster, path.join(place.dataDirectory, 'cluster')]))
    await endOrphans(cluster, log)
  await preparePlace(place, log)
  await ensureCluster(place, binaries, major, log)
  const socketDirectory = await makeSocketDirectory(place.directory, runAs)
  const stopping = new AbortController()
  const { signal } = stopping
  const { processes = 1 } = options
  const launchOptions = { place, binaries, processes, socketDirectory, log, signal }
  try {
    const first = await launch(launchOptions, options.whileStarting)
    // Does not repeat the steps above: a vanished cluster must not be recreated, empty.
    const restart = async () => {
      await endOrphans(place.cluster, log)
      await renewSocketDirectory(socketDirectory, runAs)
      return launch(launchOptions)
    }
    const supervised = keepRunning(first, restart, { what: 'The database', stop: shutDown, signal, log })
    const stop = async () => {
      stopping.abort()
      await supervised
      await removeSocketDirectory(socketDirectory)
    }
    return { socketDirectory, port, stop }
  } catch (error) {
    await removeSocketDirectory(socketDirectory)
    throw error
  }
}

type LaunchOptions = {
  place: ClusterPlace
  processes: number
  binaries: PostgresBinaries
  socketDirectory: string
  log: (line: string) => void
  signal: AbortSignal
}

/** Resolves when connections are accepted. */
async function launch(launchOptions: LaunchOptions, whileStarting?: () => unknown): Promise<GuardedProcess> {
  const { binaries, place } = launchOptions
  const serverLog = await openServerLog(place)
  const server = spawnGuarded(path.join(binaries.directory, 'postgres'), serverArguments(launchOptions), {
    runAs: place.runAs,
    output: serverLog.descriptor,
  })
  whileStarting?.()
  try {
    await waitUntilReady(server, serverLog, launchOptions)
  } catch (error) {
    await shutDown(server)
    await serverLog.close()
    throw error
  }
  void server.ended.then(() => serverLog.close())
  return server
}

function serverArguments({ place: { cluster }, processes, socketDirectory }: LaunchOptions): string[] {
  const mebibyte = 1024 * 1024
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / mebibyte
  const settings = {
    listen_addresses: '',
    port,
    // Quoted: a list separated by commas.
    unix_socket_directories: `"${socketDirectory}"`,
    unix_socket_permissions: '0700',
    // Two pools of ten each, and what imports and exports take.
    max_connections: 70 + 30 * processes,
    shared_buffers: memory >= 4096 ? '256MB' : '128MB',
    effective_cache_size: `${Math.max(256, Math.floor(memory / 2))}MB`,
    max_wal_size: '1GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    // Costs more than it saves for our statements.
    jit: 'off',
    // Few cores; containers may lack shared memory.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    logging_collector: 'off',
    lc_messages: 'C',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Recovery after a power cut may take minutes. */
async function waitUntilReady(
  server: GuardedProcess,
  serverLog: ServerLog,
  { place, socketDirectory, log, signal }: LaunchOptions,
): Promise<void> {
  const deadline = Date.now() + 15 * 60_000
  const slowNotice = setTimeout(() => log('The database is recovering from an interrupted run …'), 5000)
  try {
    while (isRunning(server) && !signal.aborted && Date.now() < deadline) {
      if (readyServer(place.cluster) && (await acceptsConnections(socketDirectory))) return
      await Promise.race([server.ended, sleep(15)])
    }
  } finally {
    clearTimeout(slowNotice)
  }
  throw new StartupProblem(`The database does not start: ${await serverLog.lastLine()}`)
}

function isRunning({ child }: GuardedProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function acceptsConnections(socketDirectory: string): Promise<boolean> {
  const client = new Client({ host: socketDirectory, port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // 57P03: starting up; the others: not listening.
    if (['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', undefined].includes(errorCode(error)))
      return false
    throw new StartupProblem(`The database does not accept connections from Toptan: ${String(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The database's user may pass through the folder but not list it, whatever the umask. */
async function makeDataDirectory(dataDirectory: string): Promise<void> {
  const first = await mkdir(path.resolve(dataDirectory), { recursive: true })
  if (first === undefined || !runsAsRoot()) return
  for (let folder = path.resolve(dataDirectory); folder.length >= first.length; folder = path.dirname(folder))
    await chmod(folder, (await stat(folder)).mode | 0o011)
}

function asStartupProblem(error: unknown, dataDirectory: string): unknown {
  const code = errorCode(error)
  if (!(error instanceof Error) || error instanceof StartupProblem || code === undefined) return error
  const { message } = error
  const problem = new StartupProblem(
    code === 'EACCES' || code === 'EPERM'
      ? `The data folder ${dataDirectory} belongs to another user or is not writable (${message}): do this as its ` +
          'owner, for example with sudo -u, or set DATA_DIR to another folder.'
      : `The data folder ${dataDirectory} cannot be used (${message}).`,
  )
  problem.cause = error
  return problem
}

function once<Result>(action: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= action())
}
