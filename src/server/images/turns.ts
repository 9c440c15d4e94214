/** Limits concurrency; others wait in order. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turnsOf(limit: number): Turns {
  const waiting: (() => void)[] = []
  let free = limit
  const next = () => {
    const first = waiting.shift()
    if (first) first()
    else free += 1
  }
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      next()
    }
  }
}

/**
 * Decoding a few kilobytes can take half a gigabyte and a second of CPU. Separate turns for awaited and background
 * work; background work runs one at a time, to leave a core for orders.
 */
export const turns = { awaited: turnsOf(1), background: turnsOf(1) }
