import { useSyncExternalStore } from 'react'
import { dayOf } from '#shared/clock.ts'

/** The day it is; a page that stays open over midnight goes on to the next. */
export function useToday(): string {
  return useSyncExternalStore(watchClock, today)
}

const today = () => dayOf(new Date())

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, 30_000)
  return () => clearInterval(timer)
}
