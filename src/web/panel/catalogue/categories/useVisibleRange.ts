import { type RefObject, useLayoutEffect, useState } from 'react'

/** Smaller trees are fully rendered, for the browser's own search. */
const maxFullyRendered = 150
const overscanRows = 12

type Range = { first: number; last: number }

/** Which rows are near the screen. All have the height `--row`. */
export function useVisibleRange(list: RefObject<HTMLElement | null>, count: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, last: maxFullyRendered })
  useLayoutEffect(() => {
    if (count <= maxFullyRendered) return undefined
    const update = () => {
      if (!list.current) return
      const height = rowHeight(list.current)
      const { top } = list.current.getBoundingClientRect()
      // In steps, so that scrolling does not render at each row.
      const first = Math.floor(-top / height / overscanRows) * overscanRows - overscanRows
      const last = first + Math.ceil(innerHeight / height / overscanRows) * overscanRows + 3 * overscanRows
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list, count])
  return count <= maxFullyRendered ? { first: 0, last: count } : range
}

/** Pixels. */
export const rowHeight = (list: HTMLElement) =>
  Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 62
