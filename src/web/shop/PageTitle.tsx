import { VisuallyHidden } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settings } from '#web/settings.ts'

/** A heading that comes later than this is not focused: the reader has gone on. */
const maxWaitMs = 5000

/**
 * Names the window by the page's heading, as soon as it is there. After a navigation the heading takes the focus, so that
 * the keyboard and a screen reader go on from there.
 */
export function PageTitle() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const main = document.getElementById('content')
    if (!main) return undefined
    let named = ''
    let focusUntil = 0
    const read = () => {
      const heading = main.querySelector('h1')
      const text = heading?.textContent?.trim() ?? ''
      if (!heading || text === '') return
      if (text !== named) {
        named = text
        document.title = text === settings.displayName ? text : `${text} · ${settings.displayName}`
        setTitle(text)
      }
      if (performance.now() < focusUntil) focusHeading(heading)
      focusUntil = 0
    }
    const observer = new MutationObserver(read)
    observer.observe(main, { childList: true, subtree: true, characterData: true })
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return
      named = ''
      focusUntil = performance.now() + maxWaitMs
      read()
    })
    read()
    return () => {
      observer.disconnect()
      stop()
    }
  }, [router])
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}

/** Unless the page has put the focus somewhere itself. */
function focusHeading(heading: HTMLElement): void {
  const { activeElement } = document
  if (activeElement?.closest('main, [role="dialog"]') && activeElement.matches('input, textarea, select'))
    return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
