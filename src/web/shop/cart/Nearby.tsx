import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './printing.ts'

type Props = {
  /** Its height until it was drawn once, in pixels. */
  guess: number
  /** Whether it is drawn from the first, as what stands at the top is. */
  isAtTop: boolean
  className?: string
  children: ReactNode
}

/**
 * A part of something long, drawn while it is no further from the window than half the window is high; further away its
 * room is kept and nothing else. Where somebody types it stays, and on paper all of it stands.
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

/** One observer for all: several hundred of them would each look at the page for themselves. */
function watch(element: Element, heard: Heard): () => void {
  observer ??= new IntersectionObserver(
    (moments) => {
      // Of several moments that come at once the last one counts.
      const latest = new Map(moments.map((moment) => [moment.target, moment]))
      for (const [target, moment] of latest) watched.get(target)?.(moment)
    },
    { rootMargin: '50% 0px' },
  )
  watched.set(element, heard)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
