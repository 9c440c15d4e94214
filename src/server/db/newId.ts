import { randomUUIDv7 } from 'node:crypto'

/** The first 60 bits of the last id: its millisecond, and a number that rises within it. */
let last = 0n

/**
 * A UUIDv7 that sorts after every one this process made before: rows of one transaction have the same time, and their
 * ids keep the order in which they were written. `randomUUIDv7` alone orders nothing within a millisecond.
 */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n
  const hex = last.toString(16).padStart(15, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${randomUUIDv7().slice(19)}`
}
