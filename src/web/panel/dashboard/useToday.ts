import { useSyncExternalStore } from 'react'
import { dayOf } from '#shared/clock.ts'

/** Changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(watchClock, today)
}

const today = () => dayOf(new Date())

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, 30_000)
  return () => clearInterval(timer)
}
