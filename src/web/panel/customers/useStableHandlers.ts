import { useLayoutEffect, useRef, useState } from 'react'

// oxlint-disable-next-line typescript/no-explicit-any -- handlers with any parameters
type Handlers = Record<string, (...args: any[]) => void>

/**
 * Handlers that keep their identity across renders but call the latest ones, so that memoized rows do not
 * re-render.
 */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(handlers).map((name) => [name, (...args: unknown[]) => latest.current[name]?.(...args)]),
    ),
  )
  return stable as H
}
