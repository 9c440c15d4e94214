/** What was derived from something and is kept while that is the same. */
export type Kept<Value> = {
  /** The value under `key`, made anew unless all of `from` is the same. */
  get(key: string, from: readonly unknown[], make: () => Value): Value
}

/** The least recently used leave when the sizes exceed `maxSize`. */
export function kept<Value>(maxSize: number, sizeOf: (value: Value) => number): Kept<Value> {
  const entries = new Map<string, { from: readonly unknown[]; value: Value; size: number }>()
  let size = 0
  const drop = (key: string) => {
    size -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get: (key, from, make) => {
      const known = entries.get(key)
      drop(key)
      const isSame = known?.from.length === from.length && known.from.every((one, at) => one === from[at])
      const value = isSame ? known.value : make()
      const entry = isSame ? known : { from, value, size: sizeOf(value) }
      entries.set(key, entry)
      size += entry.size
      for (const oldest of entries.keys()) {
        if (size <= maxSize || oldest === key) break
        drop(oldest)
      }
      return value
    },
  }
}
