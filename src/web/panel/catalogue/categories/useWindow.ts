import { type RefObject, useLayoutEffect, useState } from 'react'

/** Trees of so many rows are drawn whole: the browser's own search finds everything in them. */
const drawnWhole = 150
/** Rows beyond the screen that are drawn too, on either side. */
const spare = 12

type Range = { first: number; last: number }

/** Which of a list's rows are near the screen, as far as it is scrolled. All are of one height, `--row` of its style. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): Range {
  const [near, setNear] = useState<Range>({ first: 0, last: drawnWhole })
  useLayoutEffect(() => {
    if (count <= drawnWhole) return undefined
    const look = () => {
      if (!list.current) return
      const height = rowHeight(list.current)
      const { top } = list.current.getBoundingClientRect()
      // In steps, so that not each row that comes in draws all of them.
      const first = Math.floor(-top / height / spare) * spare - spare
      const last = first + Math.ceil(innerHeight / height / spare) * spare + 3 * spare
      setNear((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [list, count])
  return count <= drawnWhole ? { first: 0, last: count } : near
}

/** The height of each row of a tree, in pixels. */
export const rowHeight = (list: HTMLElement) =>
  Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 62
