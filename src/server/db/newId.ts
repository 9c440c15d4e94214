import { randomUUIDv7 } from 'node:crypto'

/** 60 bits: milliseconds and a counter. */
let lastPrefix = 0n

/** A UUIDv7 after every earlier one of this process; `randomUUIDv7` alone is unordered within a millisecond. */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  lastPrefix = now > lastPrefix ? now : lastPrefix + 1n
  return withPrefix(lastPrefix)
}

/** Makes UUIDv7s as they would have been made then, each after the one before. */
export function idsMadeAt(time: Date): () => string {
  let prefix = BigInt(time.getTime()) << 12n
  return () => {
    prefix += 1n
    return withPrefix(prefix)
  }
}

function withPrefix(prefix: bigint): string {
  const hex = prefix.toString(16).padStart(15, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${randomUUIDv7().slice(19)}`
}
