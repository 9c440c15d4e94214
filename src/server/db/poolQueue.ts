/** The recent time that a connection was held follows each new one by this share. */
const newestShare = 0.1
/** Whoever has waited this long is turned away, in milliseconds. */
const longestWaitMs = 10_000

/** All connections were taken for longer than anybody waits. */
export class PoolBusy extends Error {
  override name = 'PoolBusy'
}

/** Who waits for one of a pool's connections, and for how long by all that is known. */
export type PoolQueue = {
  /**
   * Runs `work` once a connection is free; urgent work before all other that waits.
   * @throws PoolBusy when none was free for ten seconds
   */
  run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>
  /** How long work that is not urgent would wait if it came now, in milliseconds. */
  expectedWaitMs(): number
}

type Waiting = { isUrgent: boolean; begin: () => void }

/** A queue before a pool of so many connections. */
export function poolQueue(size: number): PoolQueue {
  const waiting: Waiting[] = []
  /** When each of the connections in use was taken. */
  const held = new Set<{ sinceMs: number }>()
  let inUse = 0
  let recentHeldMs = 0

  function enter(isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = {
        isUrgent,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new PoolBusy('No connection to the database was free in time'))
      }, longestWaitMs)
      const firstNotUrgent = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1
      waiting.splice(firstNotUrgent === -1 ? waiting.length : firstNotUrgent, 0, one)
    })
  }

  return {
    run: async (isUrgent, work) => {
      if (inUse < size) inUse += 1
      else await enter(isUrgent)
      const connection = { sinceMs: performance.now() }
      held.add(connection)
      try {
        return await work()
      } finally {
        held.delete(connection)
        recentHeldMs += (performance.now() - connection.sinceMs - recentHeldMs) * newestShare
        const next = waiting.shift()
        if (next) next.begin()
        else inUse -= 1
      }
    },
    expectedWaitMs: () => {
      if (waiting.length === 0) return 0
      const now = performance.now()
      const heldMs = [...held].reduce((sum, { sinceMs }) => sum + now - sinceMs, 0)
      // Connections that have been held for long say more than those that were given back before.
      return (waiting.length * Math.max(recentHeldMs, heldMs / size)) / size
    },
  }
}
