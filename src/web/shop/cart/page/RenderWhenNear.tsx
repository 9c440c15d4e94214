import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './printing.ts'

type Props = {
  /** Height in pixels until first drawn. */
  estimatedHeightPx: number
  /** Drawn at once. */
  isAtTop: boolean
  className?: string
  children: ReactNode
}

/**
 * Draws its children only near the window (half its height) and otherwise keeps their space. Always draws
 * focused children, and everything in print.
 */
export function RenderWhenNear({ estimatedHeightPx, isAtTop, className = '', children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [reservedHeightPx, setReservedHeightPx] = useState(isAtTop ? undefined : estimatedHeightPx)
  const isPrinting = useIsPrinting()
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    return observe(element, ({ isIntersecting, boundingClientRect: { height } }) => {
      if (isIntersecting) setReservedHeightPx(undefined)
      else if (!element.contains(document.activeElement)) setReservedHeightPx(height)
    })
  }, [])
  const isDrawn = reservedHeightPx === undefined || isPrinting
  return (
    <div ref={container} className={className} style={isDrawn ? undefined : { height: reservedHeightPx }}>
      {isDrawn && children}
    </div>
  )
}

type OnEntry = (entry: IntersectionObserverEntry) => void
const listeners = new WeakMap<Element, OnEntry>()
let observer: IntersectionObserver | undefined

/** One shared observer: hundreds would each measure the page. */
function observe(element: Element, onEntry: OnEntry): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      // Only a target's last entry counts.
      const latest = new Map(entries.map((entry) => [entry.target, entry]))
      for (const [target, entry] of latest) listeners.get(target)?.(entry)
    },
    { rootMargin: '50% 0px' },
  )
  listeners.set(element, onEntry)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
