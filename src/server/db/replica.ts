import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { durationText } from '#server/durationText.ts'
import type { PoolSockets } from './deadConnections.ts'
import { type AppLogin, checkAppLogin, openPool, type PoolOptions } from './pool.ts'
import { DatabaseAbsent } from './trouble.ts'

/** A copy of the database that follows it, for reads that may be a second old. */
export type Replica = {
  /** The copy's pool, while the copy has everything that was committed a second ago. */
  now(): { pool: pg.Pool; login: AppLogin } | undefined
  close(): Promise<void>
}

/** How old a read from the copy may be. */
const maxAgeMs = 1000
const intervalMs = 200
/** Time limit of each question to either side. */
const answerTimeoutMs = 800
/** After this long without reads, positions are no longer asked for. */
const idleAfterMs = 5000

// What is visible has been flushed. A server that follows no other is its own copy.
const writtenTo = `select pg_current_wal_flush_lsn()::text as position`
const replayedTo = `select coalesce(pg_last_wal_replay_lsn(), pg_current_wal_flush_lsn())::text as position`

/** A position in the log of PostgreSQL, such as `1A/2B000148`. */
function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Ask = (text: string) => Promise<{ position: string }[]>

/** `ask` queries the database itself. */
export function openReplica(config: pg.ClientConfig, ask: Ask, options: PoolOptions): Replica {
  const sockets: PoolSockets = { open: new Set(), inUse: new Set() }
  const questions = new pg.Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  questions.on('error', () => {})
  let opened: { pool: pg.Pool; login: AppLogin } | undefined
  /** Positions of the database, and when they were asked for; the oldest first. */
  let positions: { askedAt: number; position: bigint }[] = []
  /** Everything committed before this time is on the copy. */
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let usedAt = Number.NEGATIVE_INFINITY
  let watching: Promise<void> | undefined
  const closing = new AbortController()

  let lostAt: number | undefined

  const noteWritten = async () => {
    const askedAt = performance.now()
    const [written] = await ask(writtenTo)
    positions.push({ askedAt, position: numberOf(written?.position ?? '') })
  }
  const noteReplayed = async () => {
    opened ??= await checkAppLogin(config).then((login) => ({
      login,
      // A lost connection shows when the copy is next asked.
      pool: openPool(login, { poolSize: options.poolSize, noteLost: () => {} }, sockets),
    }))
    const { rows } = await questions.query<{ position: string }>(replayedTo)
    const replayed = numberOf(rows[0]?.position ?? '')
    const reached = positions.findLast(({ position }) => position <= replayed)
    if (!reached) return
    caughtUpAt = reached.askedAt
    positions = positions.filter((one) => one.askedAt > caughtUpAt)
  }

  const watch = async () => {
    while (!closing.signal.aborted && performance.now() - usedAt < idleAfterMs) {
      // Trouble with the database is reported elsewhere.
      await noteWritten().catch(() => {})
      try {
        await noteReplayed()
        if (lostAt !== undefined)
          options.say?.(
            `The replica answers again, after ${durationText((performance.now() - lostAt) / 1000)}.`,
          )
        lostAt = undefined
      } catch (error) {
        if (lostAt === undefined)
          options.say?.(`The replica does not answer, reads go on without it: ${(error as Error).message}.`)
        lostAt ??= performance.now()
        // Reads that wait for it go to the database instead.
        for (const socket of sockets.inUse) socket.destroy()
      }
      await sleep(intervalMs, undefined, { ref: false })
    }
    positions = []
    watching = undefined
  }

  return {
    now: () => {
      usedAt = performance.now()
      watching ??= watch()
      return usedAt - caughtUpAt < maxAgeMs ? opened : undefined
    },
    close: async () => {
      closing.abort()
      await Promise.all([questions.end(), opened?.pool.end()])
    },
  }
}

/** Whether the copy was lost, or a change that arrived there conflicted with the read. */
export function isReplicaTrouble(error: unknown): boolean {
  return error instanceof DatabaseAbsent || (error instanceof pg.DatabaseError && error.code === '40001')
}
