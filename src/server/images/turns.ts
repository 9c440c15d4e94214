/** How many of something may be done at once; the others wait in the order they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turnsOf(most: number): Turns {
  const waiting: (() => void)[] = []
  let free = most
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
 * Opening a picture of a few kilobytes can take half a gigabyte and a processor for a second. Whoever waits for one to
 * be looked at has a turn of their own; what nobody waits for is made one after the other, so that of two processors
 * one is left for those who order.
 */
export const turns = { awaited: turnsOf(1), background: turnsOf(1) }
