import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A heading that comes later than this is not focused: the reader has gone on. */
const maxWaitMs = 5000

/**
 * After a navigation, the keyboard and a screen reader go on from the page: from the first field of a new record, else from
 * the heading. The tab bar keeps the focus, so that its arrow keys go on.
 */
export function usePageFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting = () => {}
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      stopWaiting()
      if (!pathChanged || !fromLocation || keepsFocus(document.activeElement)) return
      const before = document.activeElement
      // What led here, such as a closed tab, may put the focus somewhere itself.
      const frame = requestAnimationFrame(() => {
        stopWaiting = whenThere(
          () => startOf(toLocation.pathname),
          (start) => {
            const { activeElement } = document
            if (activeElement === before || activeElement === document.body) focus(start)
          },
        )
      })
      stopWaiting = () => cancelAnimationFrame(frame)
    })
    return () => {
      stop()
      stopWaiting()
    }
  }, [router])
}

/** The tab bar, and where somebody types already. */
const keepsFocus = (element: Element | null) =>
  Boolean(element?.closest('[data-tabs], [role="dialog"], input, textarea, select'))

function startOf(path: string): HTMLElement | undefined {
  const page = document.querySelector(`[data-page="${CSS.escape(path)}"]`)
  const heading = page?.querySelector('h1')
  if (!heading?.checkVisibility()) return undefined
  const isNew = path.endsWith('/create')
  return (isNew && page?.querySelector<HTMLElement>('form [data-path]:enabled')) || heading
}

/** Calls back once it is found, soon or never. Returns what stops it. */
function whenThere<Found>(find: () => Found | undefined, onFound: (found: Found) => void): () => void {
  const found = find()
  if (found) onFound(found)
  if (found) return () => {}
  const observer = new MutationObserver(() => {
    const later = find()
    if (!later) return
    stop()
    onFound(later)
  })
  const timer = setTimeout(() => stop(), maxWaitMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style'],
  })
  return stop
}

function focus(start: HTMLElement): void {
  if (start.matches('h1')) start.tabIndex = -1
  start.focus({ preventScroll: true })
}
