import { boundedMap } from '#server/boundedMap.ts'
import { Refusal } from '#shared/errors.ts'

/*
 * Nobody needs more calls a minute than a browser that is used all the time, or a program that fills a catalogue. It keeps
 * one account or address from reading everything again and again at the others' cost. Counted by each process.
 */

/** Many visitors of an open shop may have one address, as at a fair. */
const visitorsAtOneAddress = 5
const windowMs = 60_000
const maxBytes = 16_000_000
const countBytes = 100

type Caller = { tenantId: string; userId: string | undefined; address: string }

/** @throws Refusal `request.tooMany` if the caller had `perMinute` calls since its minute began */
export type CallPace = (caller: Caller, now: Date) => void

/** `perMinute`: how many calls a user may make; 0 for no limit. */
export function openCallPace(perMinute: number): CallPace {
  if (perMinute === 0) return () => {}
  const counts = boundedMap<{ calls: number; endsAt: number }>({ maxBytes, bytesOf: () => countBytes })
  return ({ tenantId, userId, address }, now) => {
    const key = userId ?? `${tenantId} ${address}`
    const counted = counts.get(key)
    if (!counted || counted.endsAt <= now.getTime()) {
      counts.set(key, { calls: 1, endsAt: now.getTime() + windowMs })
      return
    }
    counted.calls += 1
    if (counted.calls > perMinute * (userId ? 1 : visitorsAtOneAddress))
      throw new Refusal('request.tooMany', { seconds: Math.ceil((counted.endsAt - now.getTime()) / 1000) })
  }
}
