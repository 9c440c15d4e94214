import { useSyncExternalStore } from 'react'

/**
 * Whole seconds until an instant (as of Date.now), 0 once it has passed, and of the instant 0. Right also after the
 * device has slept.
 */
export function useSecondsUntil(instant: number): number {
  return useSyncExternalStore(instant === 0 ? never : everyQuarter, () =>
    Math.max(0, Math.ceil((instant - Date.now()) / 1000)),
  )
}

function everyQuarter(look: () => void): () => void {
  const timer = setInterval(look, 250)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** Seconds as a clock shows them: 2:05. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
