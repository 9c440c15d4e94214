import type { Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { noteWait } from '#server/process/metrics.ts'
import type { Connections } from './connection.ts'
import { endDeadConnections, type PoolSockets } from './deadConnections.ts'
import {
  distributedText,
  holdShards,
  type NodeConnections,
  openNodeConnections,
  ShardsMoved,
} from './distributed.ts'
import { errorCode } from './error-code.ts'
import { type Freshness, openFreshness } from './freshness.ts'
import { watchOutages } from './outage.ts'
import {
  type AppLogin,
  checkAppLogin,
  defaultPoolSize,
  LimitedClient,
  openPool,
  openProbe,
  type PoolOptions,
  pooledLimits,
} from './pool.ts'
import { poolQueue } from './poolQueue.ts'
import { isReplicaTrouble, openReplica } from './replica.ts'
import type { Statement } from './statement.ts'
import { asAbsent, isConflict } from './trouble.ts'
import { effectOf, missingRaises, raisedBy } from './versions.ts'

/**
 * A transaction of one tenant, the only access to the database. $1 is always the tenant; given values start at $2.
 */
export type Tx = {
  readonly tenantId: string
  /** Statements sent without awaiting share one round trip. */
  query<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /** The last statement, sent with the commit so that locks are held no longer. Send nothing after it. */
  last<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /** Only after a commit. Must not throw. */
  afterCommit(work: () => void): void
}

/** A transaction for large numbers of rows. */
export type BulkTx = Tx & {
  /** `COPY … FROM STDIN`; only into temporary tables, because of row-level security. */
  copyFrom(text: string): Writable
  /** Only on temporary tables; values start at $1. */
  temporary<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]>
}

/** Read-only and consistent, on its own connection until `close`: for streaming many rows. */
export type Snapshot = Pick<Tx, 'tenantId' | 'query'> &
  AsyncDisposable & {
    /** $1 is the tenant. */
    batches<Row extends object>(statement: Statement, values: unknown[], size: number): AsyncGenerator<Row[]>
  }

/** Statements reject with {@link import('./trouble.ts').DatabaseAbsent} during an outage. */
export type Database = {
  /**
   * Commits when `work` resolves, rolls back when it throws. Retries deadlocks and serialization failures twice.
   * Urgent work gets the next free connection. `lateRead`: may miss what was committed within the last second, and
   * perhaps runs twice.
   */
  inTenant<T>(
    tenantId: string,
    mode: 'read' | 'write' | 'lateRead',
    work: (tx: Tx) => Promise<T>,
    isUrgent?: boolean,
  ): Promise<T>
  expectedWaitMs(mode: 'read' | 'write'): number
  /** Whether late reads go to a copy. */
  hasReplica: boolean
  poolUse(): { pool: string; used: number; idle: number; waiting: number }[]
  /** Spread over the nodes of a cluster: there {@link bulkInTenant} needs only the tenant's node. */
  isDistributed: boolean
  /** On its own connection. Retries once after a conflict with a concurrent change. */
  bulkInTenant<T>(tenantId: string, work: (tx: BulkTx) => Promise<T>): Promise<T>
  /** Must be closed. */
  snapshot(tenantId: string): Promise<Snapshot>
  /** Only for the tables without a tenant: `tenants`, and `jobs` to find what is due. */
  global<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * Answers within a second. Concurrent calls share one probe. Undefined: this process was too busy to tell.
   */
  isThere(): Promise<boolean | undefined>
  /** Which versions of a tenant are committed, for code that keeps some of its data in memory. */
  freshness: Freshness
  close(): Promise<void>
}

/** Stands for the tenant in work that belongs to none: no tenant's row is seen or written then. */
export const noTenant = '00000000-0000-0000-0000-000000000000'

/** Called after each transaction that raised versions, also if it is not known whether it was committed. */
type RaisedListener = Freshness['noteRaised']

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isSerialisation = (error: unknown) => ['40001', '40P01'].includes(errorCode(error) ?? '')

/** @throws StartupProblem if the login is not the application's */
export async function openDatabase(connections: Connections, options: PoolOptions = {}): Promise<Database> {
  const sockets: PoolSockets = { open: new Set(), inUse: new Set() }
  const login = {
    ...(await checkAppLogin(connections.app)),
    ...(options.onSlow ? { onSlow: options.onSlow } : {}),
  }
  const { poolSize: size = defaultPoolSize, say = () => {} } = options
  const probe = openProbe(connections.app)
  const outages = watchOutages(probe.isThere, say)
  const pools = {
    read: openPool(login, { poolSize: size, noteLost: outages.noteLost }, sockets),
    write: openPool(login, { poolSize: size, noteLost: outages.noteLost }, sockets),
  }
  const queues = {
    read: poolQueue(size, (seconds) => noteWait.read.observe(seconds)),
    write: poolQueue(size, (seconds) => noteWait.write.observe(seconds)),
  }
  const stopChecking = endDeadConnections(sockets, probe.isThere)
  const global: Database['global'] = async <Row extends object>(text: string, values: unknown[] = []) =>
    outages.during(
      queues.read.run(true, async () => (await mapUnreachable(pools.read.query(text, values))).rows as Row[]),
    )
  const freshness = openFreshness(global)
  const nodes = login.isDistributed ? openNodeConnections(login, global) : undefined
  const replica = connections.replica && openReplica(connections.replica, global, options)
  const inTenant: Database['inTenant'] = async (tenantId, mode, work, isUrgent = false) => {
    const copy = mode === 'lateRead' ? replica?.now() : undefined
    if (copy)
      try {
        return await pooled(copy.pool, copy.login, tenantId, 'read', work, () => {})
      } catch (error) {
        if (!isReplicaTrouble(error)) throw error
      }
    const own = mode === 'write' ? 'write' : 'read'
    return outages.during(
      withRetry(() =>
        queues[own].run(isUrgent, () => pooled(pools[own], login, tenantId, own, work, freshness.noteRaised)),
      ),
    )
  }
  return {
    inTenant,
    hasReplica: replica !== undefined,
    isDistributed: login.isDistributed,
    poolUse: () => {
      const use = (
        pool: string,
        { totalCount, idleCount, waitingCount }: pg.Pool,
        waiting = waitingCount,
      ) => ({
        pool,
        used: totalCount - idleCount,
        idle: idleCount,
        waiting,
      })
      const copy = replica?.now()
      return [
        use('read', pools.read, queues.read.waiting()),
        use('write', pools.write, queues.write.waiting()),
        ...(copy ? [use('replica', copy.pool)] : []),
      ]
    },
    expectedWaitMs: (mode) => queues[mode].expectedWaitMs(),
    bulkInTenant: (tenantId, work) =>
      withRetry(
        () => bulk(login, tenantId, work, { report: freshness.noteRaised, nodes }),
        1,
        (error) => isConflict(error) || error instanceof ShardsMoved,
      ),
    snapshot: (tenantId) => openSnapshot(login, tenantId),
    global,
    isThere: probe.isThere,
    freshness,
    close: async () => {
      outages.close()
      freshness.close()
      stopChecking()
      await Promise.all([
        pools.read.end(),
        pools.write.end(),
        probe.close(),
        replica?.close(),
        nodes?.close(),
      ])
    },
  }
}

/** Maps the errors of outages, which `pg` reports in many ways. */
async function mapUnreachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw asAbsent(error)
  }
}

async function withRetry<T>(attempt: () => Promise<T>, retries = 2, isRetried = isSerialisation): Promise<T> {
  for (let retriesLeft = retries; ; retriesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retriesLeft === 0 || !isRetried(error)) throw error
    }
  }
}

async function pooled<T>(
  pool: pg.Pool,
  login: AppLogin,
  tenantId: string,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
  report: RaisedListener,
): Promise<T> {
  const opening = openingStatements(login, tenantId, mode)
  const client = await mapUnreachable(pool.connect())
  let broken: Error | undefined
  const effects: Effects = { sent: 0, done: 0 }
  try {
    // Sent ahead of the first statement: no extra round trip.
    const opened = mapUnreachable(Promise.all(opening.map((text) => client.query(text))))
    opened.catch(() => {})
    let committed: Promise<void> | undefined
    const commitCallbacks: (() => void)[] = []
    const tx = txOn(client, login, tenantId, effects)
    const commitRaised = async (done: number) => {
      const raises = missingRaises(done).map(([statement, ...values]) => tx.query(statement, ...values))
      await Promise.all([...raises, commit(client)])
    }
    const last = <Row extends object>(statement: Statement, ...values: unknown[]) => {
      const rows = tx.query<Row>(statement, ...values)
      committed = commitRaised(effects.sent)
      committed.catch(() => {})
      return rows
    }
    const afterCommit = (callback: () => void) => void commitCallbacks.push(callback)
    const result = await work({ ...tx, last, afterCommit })
    await opened
    await (committed ?? commitRaised(effects.done))
    // Before anybody learns of the commit.
    if (effects.sent) report(tenantId, raisedBy(effects.sent))
    for (const callback of commitCallbacks) callback()
    return result
  } catch (error) {
    if (effects.sent) report(tenantId, raisedBy(effects.sent))
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function bulk<T>(
  login: AppLogin,
  tenantId: string,
  work: (tx: BulkTx) => Promise<T>,
  { report, nodes }: { report: RaisedListener; nodes: NodeConnections | undefined },
): Promise<T> {
  const opening = openingStatements(login, tenantId, 'bulk')
  const atNode = await mapUnreachable(nodes?.take(tenantId) ?? Promise.resolve(undefined))
  const client = atNode?.client ?? (await mapUnreachable(connectForBulk(login)))
  const effects: Effects = { sent: 0, done: 0 }
  let isCommitted = false
  try {
    for (const text of opening) await mapUnreachable(client.query(text))
    if (atNode) await mapUnreachable(holdShards(atNode, tenantId))
    // On that node all is as without Citus.
    const own = { ...login, isDistributed: false }
    const tx = txOn(client, own, tenantId, effects)
    // Without a pipeline each statement waits for the one before.
    let sent: Promise<unknown> = Promise.resolve()
    const query: Tx['query'] = (statement, ...values) => {
      const rows = sent.then(() => tx.query<never>(statement, ...values))
      sent = rows.catch(() => {})
      return rows
    }
    const commitCallbacks: (() => void)[] = []
    const result = await work({
      ...tx,
      query,
      last: query,
      afterCommit: (callback) => void commitCallbacks.push(callback),
      copyFrom: (text) => client.query(copyFrom(text)),
      temporary: async (statement, ...values) =>
        (await mapUnreachable(client.query(queryOf(own, statement, values)))).rows,
    })
    for (const [statement, ...values] of missingRaises(effects.done)) await query(statement, ...values)
    await commit(client)
    isCommitted = true
    if (effects.sent) report(tenantId, raisedBy(effects.sent))
    for (const callback of commitCallbacks) callback()
    return result
  } catch (error) {
    if (effects.sent) report(tenantId, raisedBy(effects.sent))
    throw error
  } finally {
    // Ending the connection rolls back uncommitted changes.
    if (atNode && isCommitted) nodes?.giveBack(tenantId, atNode)
    else await client.end()
  }
}

async function connectForBulk({ config }: AppLogin): Promise<LimitedClient> {
  // Checking a large import may take ten minutes.
  const client = new LimitedClient({ ...config, query_timeout: 11 * 60_000 })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  await client.connect()
  return client
}

export const snapshotName = 'toptan snapshot'

async function openSnapshot(login: AppLogin, tenantId: string): Promise<Snapshot> {
  const opening = openingStatements(login, tenantId, 'snapshot')
  const client = new LimitedClient({
    ...login.config,
    application_name: snapshotName,
    query_timeout: 65_000,
  })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  await mapUnreachable(client.connect())
  try {
    for (const text of opening) await mapUnreachable(client.query(text))
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    tenantId,
    query: txOn(client, login, tenantId, { sent: 0, done: 0 }).query,
    batches: (statement, values, size) => batchesOf(client, statement, [tenantId, ...values], size),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

async function* batchesOf<Row extends object>(
  client: pg.Client,
  { text }: Statement,
  values: unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await mapUnreachable(client.query({ text: `declare batch no scroll cursor for ${text}`, values }))
  for (;;) {
    const { rows } = await mapUnreachable(client.query<Row>(`fetch ${size} from batch`))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

/** set_config() would not reach distributed workers, and SET LOCAL takes no parameters. */
function openingStatements({ isPooled }: AppLogin, tenantId: string, kind: keyof typeof openings): string[] {
  if (!uuid.test(tenantId)) throw new Error('inTenant: not a tenant id')
  const { begin, settings, limits } = openings[kind]
  const local = { 'app.tenant_id': `'${tenantId}'`, ...settings, ...(isPooled ? limits : {}) }
  return [
    begin,
    Object.entries(local)
      .map(([name, value]) => `set local ${name} = ${value}`)
      .join('; '),
  ]
}

/** `limits` are set for the session; with a pooler, which keeps the session, each transaction sets them. */
const openings = {
  read: { begin: 'begin read only', settings: {}, limits: pooledLimits },
  write: { begin: 'begin', settings: {}, limits: pooledLimits },
  bulk: { begin: 'begin', settings: {}, limits: {} },
  snapshot: {
    begin: 'begin isolation level repeatable read read only',
    // By default cursors are planned for their first tenth.
    settings: { cursor_tuple_fraction: 1, statement_timeout: 60_000 },
    limits: {},
  },
}

async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await mapUnreachable(client.query('commit'))
  // COMMIT of a failed transaction answers ROLLBACK instead of rejecting.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database')
}

/**
 * Effects of a transaction's statements on what is kept in memory. `sent`: of all; `done`: without those that
 * found no row to write.
 */
type Effects = { sent: number; done: number }

const slowMs = 1000

function queryOf(login: AppLogin, statement: Statement, values: unknown[]): pg.QueryConfig {
  const { isPooled, isDistributed } = login
  const { name } = statement
  const text = isDistributed ? distributedText(statement.text) : statement.text
  return name && !isPooled ? { name, text, values } : { text, values }
}

function txOn(
  client: pg.ClientBase,
  login: AppLogin,
  tenantId: string,
  effects: Effects,
): Omit<Tx, 'last' | 'afterCommit'> {
  let failed: unknown
  return {
    tenantId,
    query: async (statement, ...values) => {
      const effect = effectOf(statement)
      effects.sent |= effect
      const sentAt = performance.now()
      try {
        const { rows, rowCount, command } = await client.query(
          queryOf(login, statement, [tenantId, ...values]),
        )
        if (rowCount !== 0 || command === 'SELECT') effects.done |= effect
        const ms = performance.now() - sentAt
        if (ms > slowMs) login.onSlow?.(statement.text, ms)
        return rows
      } catch (error) {
        // A later statement's error may arrive first.
        failed ??= error
        throw asAbsent(errorCode(error) === '25P02' ? failed : error)
      }
    },
  }
}
