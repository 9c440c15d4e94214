/** Weight of the newest value in the moving average of hold times. */
const averageWeight = 0.1
const maxWaitMs = 10_000

export class PoolBusy extends Error {
  override name = 'PoolBusy'
}

export type PoolQueue = {
  /**
   * Runs work when a connection is free, urgent work first.
   * @throws PoolBusy after ten seconds
   */
  run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>
  /** Expected wait of non-urgent work. */
  expectedWaitMs(): number
  waiting(): number
}

type Waiter = { isUrgent: boolean; begin: () => void }

/** `noteWait` takes the seconds that each piece of work waited. */
export function poolQueue(size: number, noteWait: (seconds: number) => void = () => {}): PoolQueue {
  const waiting: Waiter[] = []
  const held = new Set<{ sinceMs: number }>()
  let inUse = 0
  let recentHeldMs = 0

  function enter(isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        isUrgent,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new PoolBusy('No connection to the database was free in time'))
      }, maxWaitMs)
      const firstNotUrgent = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1
      waiting.splice(firstNotUrgent === -1 ? waiting.length : firstNotUrgent, 0, waiter)
    })
  }

  return {
    run: async (isUrgent, work) => {
      const askedAt = performance.now()
      if (inUse < size) inUse += 1
      else await enter(isUrgent)
      noteWait((performance.now() - askedAt) / 1000)
      const connection = { sinceMs: performance.now() }
      held.add(connection)
      try {
        return await work()
      } finally {
        held.delete(connection)
        recentHeldMs += (performance.now() - connection.sinceMs - recentHeldMs) * averageWeight
        const next = waiting.shift()
        if (next) next.begin()
        else inUse -= 1
      }
    },
    waiting: () => waiting.length,
    expectedWaitMs: () => {
      if (waiting.length === 0) return 0
      const now = performance.now()
      const heldMs = [...held].reduce((sum, { sinceMs }) => sum + now - sinceMs, 0)
      // Connections that have been held for long give the better estimate.
      return (waiting.length * Math.max(recentHeldMs, heldMs / size)) / size
    },
  }
}
