import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './printing.ts'

type Props = {
  /** Height in pixels until first drawn. */
  guess: number
  /** Drawn at once. */
  isAtTop: boolean
  className?: string
  children: ReactNode
}

/**
 * Draws its children only near the window (half its height) and otherwise keeps their space. Always draws
 * focused children, and everything in print.
 */
export function Nearby({ guess, isAtTop, className = '', children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(isAtTop ? undefined : guess)
  const isPrinting = useIsPrinting()
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    return watch(element, ({ isIntersecting, boundingClientRect: { height } }) => {
      if (isIntersecting) setRoom(undefined)
      else if (!element.contains(document.activeElement)) setRoom(height)
    })
  }, [])
  const isDrawn = room === undefined || isPrinting
  return (
    <div ref={place} className={className} style={isDrawn ? undefined : { height: room }}>
      {isDrawn && children}
    </div>
  )
}

type Heard = (moment: IntersectionObserverEntry) => void
const watched = new WeakMap<Element, Heard>()
let observer: IntersectionObserver | undefined

/** One shared observer: hundreds would each measure the page. */
function watch(element: Element, heard: Heard): () => void {
  observer ??= new IntersectionObserver(
    (moments) => {
      // Only a target's last entry counts.
      const latest = new Map(moments.map((moment) => [moment.target, moment]))
      for (const [target, moment] of latest) watched.get(target)?.(moment)
    },
    { rootMargin: '50% 0px' },
  )
  watched.set(element, heard)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
