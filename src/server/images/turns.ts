import pLimit from 'p-limit'

/** Limits concurrency; others wait in order. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Decoding a few kilobytes can take half a gigabyte and a second of CPU. Separate turns for awaited and background
 * work; background work runs one at a time, to leave a core for orders.
 */
export const turns: { awaited: Turns; background: Turns } = { awaited: pLimit(1), background: pLimit(1) }
