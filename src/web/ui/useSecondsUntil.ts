import { useSyncExternalStore } from 'react'

/** Whole seconds until an instant (Date.now), at least 0; 0 for instant 0. Correct after device sleep. */
export function useSecondsUntil(instant: number): number {
  return useSyncExternalStore(instant === 0 ? never : everyQuarter, () =>
    Math.max(0, Math.ceil((instant - Date.now()) / 1000)),
  )
}

function everyQuarter(notify: () => void): () => void {
  const timer = setInterval(notify, 250)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** m:ss */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
