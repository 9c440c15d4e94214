/** Whether PostgreSQL can store a text: it has no NUL and no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A text without NUL, and with U+FFFD for each half of a surrogate pair: for what another system says. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** The first `maxLength` UTF-16 units of a storable text, without the half of a pair that the cut would leave. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** A JSON value whose texts and keys have gone through {@link storableText}. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storableValue(inner)]),
  )
}

/**
 * The path of the first text or key in a JSON value that PostgreSQL cannot store, as ['lines', '0', 'name']; undefined
 * where there is none. Walks without recursion: a caller may nest as deep as a body is long.
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
    } else if (Array.isArray(inner) || isRecord(inner)) {
      for (const [key, next] of Object.entries(inner).toReversed()) {
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
