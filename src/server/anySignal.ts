/** The signals that a signal of {@link anySignal} follows, for as long as it is there. */
const followed = new WeakMap<AbortSignal, AbortSignal[]>()

/**
 * A signal that aborts with the first of these. One of AbortSignal.any() that nobody listens to asks those it follows only
 * when it is looked at: a limit of time that is over and collected by then never was (nodejs/node#65995). Here they are
 * kept for as long.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const any = AbortSignal.any(signals)
  followed.set(any, signals)
  return any
}
