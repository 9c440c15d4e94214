import { startTransition, useEffect, useState } from 'react'

/** How long after what is waited for has been drawn, in milliseconds: a press that comes with it goes first. */
const calm = 150

/** Whether there is time for what nobody waits for: false until a while after `isReady`. */
export function useCalm(isReady: boolean): boolean {
  const [isCalm, setIsCalm] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => startTransition(() => setIsCalm(true)), calm)
    return () => clearTimeout(timer)
  }, [isReady])
  return isCalm
}
