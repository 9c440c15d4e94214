/*
 * What a process keeps under keys that callers send: hosts, tokens, codes, filters. Nobody may fill the
 * memory by sending new ones all the time, so each map has a limit in bytes; test/keptMaps.test.ts checks
 * that.
 */

export type BoundedMap<Value> = {
  /** Makes the entry the most recently used one, and measures it again. */
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  keys(): IterableIterator<string>
  readonly bytes: number
}

/** `maxBytes`: limit for keys and values together. `bytesOf`: rough size of a value, which may grow. */
type Bounds<Value> = { maxBytes: number; bytesOf: (value: Value) => number }

/** Overhead of an entry, besides its key and value. */
const entryBytes = 150
const bytesPerCharacter = 2

/** Drops the least recently used entries when there is too much; the newest one stays, however large. */
export function boundedMap<Value>({ maxBytes, bytesOf }: Bounds<Value>): BoundedMap<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const put = (key: string, value: Value) => {
    drop(key)
    const own = entryBytes + key.length * bytesPerCharacter + bytesOf(value)
    entries.set(key, { value, bytes: own })
    bytes += own
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes || oldest === key) break
      drop(oldest)
    }
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry) put(key, entry.value)
      return entry?.value
    },
    set: put,
    delete: drop,
    clear: () => {
      entries.clear()
      bytes = 0
    },
    keys: () => entries.keys(),
    get bytes() {
      return bytes
    },
  }
}
