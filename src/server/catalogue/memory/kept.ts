import { boundedMap } from '#server/boundedMap.ts'

/** What was derived from something and is kept while that is the same. */
export type Kept<Value> = {
  /** The value under `key`, made anew unless all of `from` is the same. */
  get(key: string, from: readonly unknown[], make: () => Value): Value
}

/** The least recently used leave when they take more than `maxBytes`. */
export function kept<Value>(maxBytes: number, bytesOf: (value: Value) => number): Kept<Value> {
  const entries = boundedMap<{ from: readonly unknown[]; value: Value }>({
    maxBytes,
    bytesOf: ({ value }) => bytesOf(value),
  })
  return {
    get: (key, from, make) => {
      const known = entries.get(key)
      if (known?.from.length === from.length && known.from.every((one, at) => one === from[at]))
        return known.value
      const value = make()
      entries.set(key, { from, value })
      return value
    },
  }
}
