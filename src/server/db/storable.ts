/** PostgreSQL stores neither NUL nor lone surrogates. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Removes NUL and replaces lone surrogates, for text from other systems. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Does not cut a surrogate pair in half. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** {@link storableText} for all texts and keys. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storableValue(inner)]),
  )
}

/**
 * Path of the first text or key that PostgreSQL cannot store, like ['lines', '0', 'name']. Not recursive, because
 * input may be nested deeply.
 */
export function unstorablePath(value: unknown): string[] | undefined {
  type Place = { inner: unknown; key: string; outer: Place | undefined }
  const pathOf = (place: Place) => {
    const keys: string[] = []
    for (let at = place; at.outer; at = at.outer) keys.push(storableText(at.key))
    return keys.toReversed()
  }
  const places: Place[] = [{ inner: value, key: '', outer: undefined }]
  for (let place = places.pop(); place; place = places.pop()) {
    const { inner } = place
    if (typeof inner === 'string') {
      if (!isStorable(inner)) return pathOf(place)
    } else if (isRecord(inner)) {
      // Numbers hold no text: a list of a million of them costs nothing.
      for (const [key, next] of Object.entries(inner).toReversed()) {
        const hasText = typeof next === 'string' || isRecord(next)
        if (isStorable(key) && !hasText) continue
        const found = { inner: next, key, outer: place }
        if (!isStorable(key)) return pathOf(found)
        places.push(found)
      }
    }
  }
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
