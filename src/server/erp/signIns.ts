import { createHash } from 'node:crypto'
import type { ErpError } from './connector.ts'

/** ERPs lock users after repeated failures. Module state, because links are reopened often. Oldest first. */
const refused = new Map<string, { until: number; times: number; error: ErpError }>()

const refusalMemoryMs = 24 * 60 * 60_000
const maxRefusals = 1000

/** A hash, so that the key reveals nothing. */
export function signInKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export function throwIfRecentlyRefused(signIn: string, now = Date.now()): void {
  const earlier = refused.get(signIn)
  if (earlier && earlier.until > now) throw earlier.error
}

/** Repeated refusals block six times as long. */
export function recordRefusal(signIn: string, error: ErpError, retryDelayMs: number, now = Date.now()): void {
  for (const [key, { until }] of refused) if (until + refusalMemoryMs < now) refused.delete(key)
  const times = (refused.get(signIn)?.times ?? 0) + 1
  const blockedMs = times === 1 ? retryDelayMs : 6 * retryDelayMs
  refused.delete(signIn)
  refused.set(signIn, { until: now + blockedMs, times, error })
  const [oldest] = refused.keys()
  if (refused.size > maxRefusals && oldest !== undefined) refused.delete(oldest)
}

export function clearRefusals(signIn: string): void {
  refused.delete(signIn)
}
