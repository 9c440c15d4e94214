import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupProblem } from '#server/process/startup.ts'
import { appRole, connected } from './connection.ts'
import type { PoolSockets } from './deadConnections.ts'

export const defaultPoolSize = 10

/** `poolSize` each for reads and writes. `say`: outages and their ends. `onSlow`: a statement took over a second. */
export type PoolOptions = {
  poolSize?: number
  say?: (line: string) => void
  onSlow?: SlowListener
}
export type SlowListener = (statement: string, ms: number) => void

/** Where the application's statements go. */
export type AppLogin = {
  config: pg.ClientConfig
  onSlow?: SlowListener
  /**
   * A pooler such as PgBouncer gives each transaction another session of the database: nothing may be left in a session,
   * neither a setting nor a prepared statement.
   */
  isPooled: boolean
  /** Over the nodes of a Citus cluster. */
  isDistributed: boolean
}

/**
 * Signs in once.
 * @throws StartupProblem if the role bypasses row-level security, or may do more than the application.
 */
export async function checkAppLogin(config: pg.ClientConfig): Promise<AppLogin> {
  await using client = await connected({
    ...config,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  })
  const { rows } = await client.query<{
    role: string
    isApp: boolean
    bypasses: boolean
    pid: number
    isDistributed: boolean
  }>(
    `select current_user::text as role, pg_backend_pid() as pid,
       exists (select from pg_extension where extname = 'citus') as "isDistributed", r.rolsuper or r.rolbypassrls as bypasses,
       pg_has_role(current_user, $1, 'usage') and not exists (
         select from pg_auth_members m where m.member = r.oid and m.roleid <> $1::regrole) and not exists (
         select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as "isApp"
     from pg_roles r where r.rolname = current_user`,
    [appRole],
  )
  const found = rows[0]
  if (!found?.isApp || found.bypasses) {
    throw new StartupProblem(
      `The application must run as ${appRole}, or a member of that role alone, under row-level security; it runs as ${found?.role}.`,
    )
  }
  // A pooler cannot tell the process of a session that it has not chosen yet, and makes up a number.
  const isPooled = found.pid !== (client as unknown as { processID: number }).processID
  return { config, isPooled, isDistributed: found.isDistributed }
}

/** Without the wait in the queue. */
const connectTimeoutMs = 2000
const probeTimeoutMs = 900
/** Share of the time that this process computed. */
const maxUtilization = 0.9

/** Detects dead peers. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export class LimitedClient extends pg.Client {
  readonly socket: Socket
  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...keepAlive, ...config, connectionTimeoutMillis: connectTimeoutMs, stream: () => socket })
    this.socket = socket
  }
}

/** Milliseconds; PostgreSQL's settings by name. */
export const pooledLimits = {
  lock_timeout: 8000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * Separate pools: writers waiting for locks must not block readers. Limited by the database and by us. In pipeline mode
 * `pg` destroys a timed-out statement's connection.
 */
export function openPool(
  login: AppLogin,
  {
    poolSize = defaultPoolSize,
    noteLost,
  }: { poolSize?: number | undefined; noteLost: (error: Error) => void },
  sockets: PoolSockets,
): pg.Pool {
  const pool = new pg.Pool({
    ...login.config,
    // With a pooler each transaction sets its own.
    ...(login.isPooled ? {} : pooledLimits),
    Client: LimitedClient,
    max: poolSize,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 12_000,
  })
  pool.on('error', noteLost)
  const socketOf = (client: pg.PoolClient) => (client as unknown as LimitedClient).socket
  pool.on('connect', (client) => {
    client.on('error', noteLost)
    sockets.open.add(socketOf(client))
  })
  pool.on('acquire', (client) => sockets.inUse.add(socketOf(client)))
  pool.on('release', (_error, client) => sockets.inUse.delete(socketOf(client)))
  pool.on('remove', (client) => sockets.open.delete(socketOf(client)))
  return pool
}

/** Independent of full pools and dead connections. */
export function openProbe(config: pg.ClientConfig) {
  const pool = new pg.Pool({
    ...config,
    ...keepAlive,
    max: 1,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  pool.on('error', () => {})
  let pendingCheck: Promise<boolean | undefined> | undefined
  const ask = async () => {
    const busyBefore = performance.eventLoopUtilization()
    const startedAt = performance.now()
    const answer = pool.query('select 1').then(
      () => true,
      () => false,
    )
    const isThere = await Promise.race([answer, sleep(probeTimeoutMs, false, { ref: false })])
    const isLate = performance.now() - startedAt >= probeTimeoutMs
    const { utilization } = performance.eventLoopUtilization(busyBefore)
    return !isThere && isLate && utilization > maxUtilization ? undefined : isThere
  }
  return {
    /** Undefined: the process had no free moment, and would have been late itself to read the answer. */
    isThere: () =>
      (pendingCheck ??= ask().finally(() => {
        pendingCheck = undefined
      })),
    close: () => pool.end(),
  }
}
