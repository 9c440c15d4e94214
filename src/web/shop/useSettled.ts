import { startTransition, useEffect, useState } from 'react'

/** Presses come first. */
const settleDelayMs = 150

/** False until a moment after `isReady`, for work nobody waits for. */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => startTransition(() => setIsSettled(true)), settleDelayMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return isSettled
}
