import { useLayoutEffect, useRef, useState } from 'react'

// oxlint-disable-next-line typescript/no-explicit-any -- whatever each of them takes
type Handlers = Record<string, (...given: any[]) => void>

/**
 * The same functions at every render, each doing what the one of the last render does: for lines of a long list that
 * are drawn anew only where what they show has changed.
 */
export function useStable<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(handlers).map((name) => [name, (...given: unknown[]) => latest.current[name]?.(...given)]),
    ),
  )
  return stable as Given
}
