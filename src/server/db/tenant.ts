import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupProblem } from '#server/startup.ts'
import { appRole, type Connections } from './connection.ts'
import { endDeadConnections, type Held } from './deadConnections.ts'
import { errorCode } from './error-code.ts'
import { poolQueue } from './poolQueue.ts'
import type { Statement } from './statement.ts'
import { asAbsent } from './trouble.ts'

/**
 * One transaction of one tenant: the only way a verb reaches the database.
 * Every statement gets the tenant as $1, so that no text can leave it out; given values start at $2.
 */
export type Tx = {
  readonly tenantId: string
  /** Sends a statement and resolves with its rows. Statements sent without awaiting travel in one round trip. */
  query<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /**
   * The transaction's last statement, with the commit right behind it: what the statement locks is held for no
   * round trip of ours. Nothing may be sent after it.
   */
  last<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /** Runs something once the transaction is committed, and not at all where it is not. It must not throw. */
  afterCommit(work: () => void): void
}

/** A transaction that can also COPY, for work on a great many rows. */
export type BulkTx = Tx & {
  /** Opens `COPY … FROM STDIN`. Tables under row-level security refuse it: copy into a temporary one. */
  copyFrom(text: string): Writable
  /** A statement on temporary tables alone, which hold this tenant's rows and no other's: values start at $1. */
  temporary<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
}

/**
 * A read-only transaction that sees one moment, for reading a great many rows without holding them. It lasts as long as
 * whoever is sent them takes, on a connection of its own, until it is closed.
 */
export type Snapshot = Pick<Tx, 'tenantId' | 'query'> & {
  /** The rows of a statement, `size` at a time. Its $1 is the tenant. */
  batches<Row extends object>(statement: Statement, values: unknown[], size: number): AsyncGenerator<Row[]>
  close(): Promise<void>
}

/** Statements reject with {@link import('./trouble.ts').DatabaseAbsent} where the database does not answer. */
export type Database = {
  /**
   * Runs `work` in a transaction that sees one tenant alone. Commits when it resolves, rolls back when it throws.
   * A deadlock or serialisation failure is tried again twice: nothing of the failed attempt remains.
   * Where all connections are taken, urgent work gets the next one.
   */
  inTenant<T>(
    tenantId: string,
    mode: 'read' | 'write',
    work: (tx: Tx) => Promise<T>,
    isUrgent?: boolean,
  ): Promise<T>
  /** How long a new transaction would wait for a connection, in milliseconds. */
  expectedWaitMs(mode: 'read' | 'write'): number
  /** As a writing `inTenant`, on a connection of its own and without a second try. */
  bulkInTenant<T>(tenantId: string, work: (tx: BulkTx) => Promise<T>): Promise<T>
  /** Opens a {@link Snapshot}, which whoever asks must close. */
  snapshot(tenantId: string): Promise<Snapshot>
  /** Statements on the tables without a tenant: `tenants`, and `jobs` to find what is due. */
  global<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Whether the database answers a new question within a second. Calls at the same time share one. */
  isThere(): Promise<boolean>
  close(): Promise<void>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const retried = new Set(['40001', '40P01'])

const defaultPoolSize = 10

/** `poolSize` connections at most for reads, and as many for writes. `onError` hears of those lost while idle. */
type PoolOptions = { poolSize?: number; onError?: (error: Error) => void }

/**
 * Opens the application's pools and makes sure that its role is held by row-level security.
 */
export async function openDatabase(connections: Connections, options: PoolOptions = {}): Promise<Database> {
  const held: Held = { open: new Set(), inUse: new Set() }
  const pools = { read: openPool(connections, options, held), write: openPool(connections, options, held) }
  const size = options.poolSize ?? defaultPoolSize
  const queues = { read: poolQueue(size), write: poolQueue(size) }
  await refuseBypass(pools.read)
  const probe = openProbe(connections)
  const stopLooking = endDeadConnections(held, probe.isThere)
  return {
    inTenant: (tenantId, mode, work, isUrgent = false) =>
      withRetry(() => queues[mode].run(isUrgent, () => pooled(pools[mode], tenantId, mode, work))),
    expectedWaitMs: (mode) => queues[mode].expectedWaitMs(),
    bulkInTenant: (tenantId, work) => bulk(connections.app, tenantId, work),
    snapshot: (tenantId) => openSnapshot(connections.app, tenantId),
    global: async <Row extends object>(text: string, values: unknown[] = []) =>
      queues.read.run(true, async () => (await answered(pools.read.query(text, values))).rows as Row[]),
    isThere: probe.isThere,
    close: async () => {
      stopLooking()
      await Promise.all([pools.read.end(), pools.write.end(), probe.close()])
    },
  }
}

/** How long a new connection may take, in milliseconds. Waiting in the pool's queue is not part of it. */
const connectLimitMs = 2000
const probeLimitMs = 900

/** How a connection finds out that nobody is at its other end though nothing says so. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A connection that is given up where the database does not take it. */
class LimitedClient extends pg.Client {
  readonly socket: Socket
  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...keepAlive, ...config, connectionTimeoutMillis: connectLimitMs, stream: () => socket })
    this.socket = socket
  }
}

/**
 * Reads and writes have connections of their own: writers that wait for a lock leave the readers theirs. Whatever
 * takes longer than a person waits is given up, in milliseconds: by the database, and by us where it says nothing.
 * In pipeline mode `pg` destroys the connection of a statement that it gives up.
 */
function openPool(connections: Connections, options: PoolOptions, held: Held): pg.Pool {
  const pool = new pg.Pool({
    ...connections.app,
    Client: LimitedClient,
    max: options.poolSize ?? defaultPoolSize,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    lock_timeout: 8000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  const report = options.onError ?? (() => {})
  pool.on('error', report)
  const socketOf = (client: pg.PoolClient) => (client as unknown as LimitedClient).socket
  pool.on('connect', (client) => {
    client.on('error', report)
    held.open.add(socketOf(client))
  })
  pool.on('acquire', (client) => held.inUse.add(socketOf(client)))
  pool.on('release', (_error, client) => held.inUse.delete(socketOf(client)))
  pool.on('remove', (client) => held.open.delete(socketOf(client)))
  return pool
}

/** Asks the database on a connection of its own, so that neither a full pool nor a dead connection answers for it. */
function openProbe(connections: Connections) {
  const pool = new pg.Pool({
    ...connections.app,
    ...keepAlive,
    max: 1,
    connectionTimeoutMillis: probeLimitMs,
    query_timeout: probeLimitMs,
  })
  pool.on('error', () => {})
  let asking: Promise<boolean> | undefined
  const ask = async () => {
    const answer = pool.query('select 1').then(
      () => true,
      () => false,
    )
    return Promise.race([answer, sleep(probeLimitMs, false, { ref: false })])
  }
  return {
    isThere: () =>
      (asking ??= ask().finally(() => {
        asking = undefined
      })),
    close: () => pool.end(),
  }
}

/** What `pg` answers, with its many ways to say that the database is not there as one. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw asAbsent(error)
  }
}

async function refuseBypass(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; bypasses: boolean }>(
    `select current_user::text as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  )
  const found = rows[0]
  if (!found || found.bypasses || found.role !== appRole) {
    throw new StartupProblem(
      `The application must run as ${appRole} under row-level security; it runs as ${found?.role}.`,
    )
  }
}

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError) || !retried.has(error.code ?? '')) throw error
    }
  }
}

async function pooled<T>(
  pool: pg.Pool,
  tenantId: string,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const opening = openingOf(tenantId, mode)
  const client = await answered(pool.connect())
  let broken: Error | undefined
  try {
    // Sent ahead of the first statement without waiting, so that isolation costs no round trip.
    const opened = answered(Promise.all(opening.map((text) => client.query(text))))
    opened.catch(() => {})
    let committed: Promise<void> | undefined
    const followers: (() => void)[] = []
    const tx = txOn(client, tenantId)
    const last = <Row extends object>(statement: Statement, ...values: unknown[]) => {
      const rows = tx.query<Row>(statement, ...values)
      committed = commit(client)
      committed.catch(() => {})
      return rows
    }
    const afterCommit = (follower: () => void) => void followers.push(follower)
    const result = await work({ ...tx, last, afterCommit })
    await opened
    await (committed ?? commit(client))
    for (const follow of followers) follow()
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function bulk<T>(
  config: pg.ClientConfig,
  tenantId: string,
  work: (tx: BulkTx) => Promise<T>,
): Promise<T> {
  const opening = openingOf(tenantId, 'write')
  // Its statements may take ten minutes, as the check of a large import does.
  const client = new LimitedClient({ ...config, query_timeout: 11 * 60_000 })
  // A connection that is lost fails the statement that waits for it, or the next one.
  client.on('error', () => {})
  await answered(client.connect())
  try {
    for (const text of opening) await answered(client.query(text))
    const tx = txOn(client, tenantId)
    // Without a pipeline each statement waits for the one before.
    let sent: Promise<unknown> = Promise.resolve()
    const query: Tx['query'] = (statement, ...values) => {
      const rows = sent.then(() => tx.query<never>(statement, ...values))
      sent = rows.catch(() => {})
      return rows
    }
    const followers: (() => void)[] = []
    const result = await work({
      ...tx,
      query,
      last: query,
      afterCommit: (follower) => void followers.push(follower),
      copyFrom: (text) => client.query(copyFrom(text)),
      temporary: async (statement, ...values) =>
        (await answered(client.query({ ...statement, values }))).rows,
    })
    await commit(client)
    for (const follow of followers) follow()
    return result
  } finally {
    // Ending the connection rolls back whatever was not committed.
    await client.end()
  }
}

/** What a snapshot's connection is called where the database lists its own. */
export const snapshotName = 'toptan snapshot'

async function openSnapshot(config: pg.ClientConfig, tenantId: string): Promise<Snapshot> {
  const opening = openingOf(tenantId, 'snapshot')
  const client = new LimitedClient({
    ...config,
    application_name: snapshotName,
    statement_timeout: 60_000,
    query_timeout: 65_000,
  })
  // A connection that is lost fails the statement that waits for it, or the next one.
  client.on('error', () => {})
  await answered(client.connect())
  try {
    for (const text of opening) await answered(client.query(text))
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    tenantId,
    query: txOn(client, tenantId).query,
    batches: (statement, values, size) => batchesOf(client, statement, [tenantId, ...values], size),
    close: () => client.end(),
  }
}

async function* batchesOf<Row extends object>(
  client: pg.Client,
  { text }: Statement,
  values: unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await answered(client.query({ text: `declare batch no scroll cursor for ${text}`, values }))
  for (;;) {
    const { rows } = await answered(client.query<Row>(`fetch ${size} from batch`))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

/** The tenant is set by a statement of its own, never set_config(): only so does it reach a distributed worker. */
function openingOf(tenantId: string, mode: keyof typeof begins): string[] {
  // SET LOCAL takes no parameter: the id is made safe here, and nowhere else.
  if (!uuid.test(tenantId)) throw new Error('inTenant: not a tenant id')
  const opening = [begins[mode], `set local app.tenant_id = '${tenantId}'`]
  // A cursor is planned for its first tenth unless told that it is read to the end.
  return mode === 'snapshot' ? [...opening, 'set local cursor_tuple_fraction = 1'] : opening
}

const begins = {
  read: 'begin read only',
  write: 'begin',
  snapshot: 'begin isolation level repeatable read read only',
}

async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await answered(client.query('commit'))
  // A transaction that failed unnoticed does not reject: it answers ROLLBACK.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database')
}

function txOn(client: pg.ClientBase, tenantId: string): Omit<Tx, 'last' | 'afterCommit'> {
  let failed: unknown
  return {
    tenantId,
    query: async (statement, ...values) => {
      try {
        return (await client.query({ ...statement, values: [tenantId, ...values] })).rows
      } catch (error) {
        // Sent behind the one that failed, it may be heard of first; the cause decides on another try.
        failed ??= error
        throw asAbsent(errorCode(error) === '25P02' ? failed : error)
      }
    },
  }
}
