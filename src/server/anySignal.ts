/** Keeps the source signals alive. */
const sourcesOf = new WeakMap<AbortSignal, AbortSignal[]>()

/**
 * Aborts with the first of these. Works around nodejs/node#65995: AbortSignal.any() does not keep its sources, so a
 * timeout collected before it is checked never fires.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const any = AbortSignal.any(signals)
  sourcesOf.set(any, signals)
  return any
}
