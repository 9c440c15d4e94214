import { createHash } from 'node:crypto'
import type { ErpError } from './connector.ts'

/**
 * Sign-ins that were refused, and until when none is tried: ERPs lock whoever tries too often. Kept beside the
 * connectors, for a link is opened afresh again and again. The newest stand last.
 */
const refused = new Map<string, { until: number; times: number; error: ErpError }>()

/** How long it counts that a sign-in was refused before, in milliseconds, and how many are kept at most. */
const memory = 24 * 60 * 60_000
const mostKept = 1000

/** Where to and as whom, with what password, as one name that gives none of it away. */
export function signInOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Throws what an earlier sign-in was refused with, as long as it must not be tried again. */
export function refuseAgain(signIn: string, now = Date.now()): void {
  const earlier = refused.get(signIn)
  if (earlier && earlier.until > now) throw earlier.error
}

/** Keeps that a sign-in was refused, for so many milliseconds; for six times as long where it was refused before. */
export function noteRefusal(signIn: string, error: ErpError, milliseconds: number, now = Date.now()): void {
  for (const [name, { until }] of refused) if (until + memory < now) refused.delete(name)
  const times = (refused.get(signIn)?.times ?? 0) + 1
  const pause = times === 1 ? milliseconds : 6 * milliseconds
  refused.delete(signIn)
  refused.set(signIn, { until: now + pause, times, error })
  const [oldest] = refused.keys()
  if (refused.size > mostKept && oldest !== undefined) refused.delete(oldest)
}

/** We were let in: whatever was refused before is over. */
export function forgetRefusals(signIn: string): void {
  refused.delete(signIn)
}
