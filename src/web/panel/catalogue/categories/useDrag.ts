import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { type Aim, branchOf, type Drop, dropTarget, type TreeRow } from './tree.ts'
import { rowHeight } from './useVisibleRange.ts'

const dragThresholdPx = 5
/** Distance from the screen's edge that scrolls. */
const scrollEdgePx = 70
/** Hovering over a folded branch unfolds it. */
const unfoldDelayMs = 600

export type Dragged = { category: CategoryRow; x: number; y: number; drop: Drop | undefined }

type Options = {
  items: CategoryRow[]
  rows: TreeRow[]
  onStart: () => void
  onUnfold: (id: string) => void
  onDrop: (category: CategoryRow, drop: Drop) => void
}

/** Drags a row with mouse, pen or touch. Horizontal movement picks the depth. */
export function useDrag(list: RefObject<HTMLElement | null>, options: Options) {
  const [dragged, setDragged] = useState<Dragged>()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const stopDrag = useRef<() => void>(() => {})
  useEffect(() => () => stopDrag.current(), [])

  const start = (event: PointerEvent<HTMLElement>, category: CategoryRow) => {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    stopDrag.current()
    const from = { x: event.clientX, y: event.clientY }
    const branch = branchOf(latest.current.items, category.categoryId)
    let current: Dragged | undefined
    let scrolling = 0
    let unfolding: { id: string | undefined; timer: number } = { id: undefined, timer: 0 }

    const updateDrop = (x: number, y: number) => {
      const { rows } = latest.current
      const aim = list.current && aimAt(list.current, x, y, rows.length)
      const drop = aim ? dropTarget(rows, branch, aim) : undefined
      current = { category, x, y, drop }
      setDragged(current)
      const over = drop?.zone === 'into' ? rows[drop.index] : undefined
      const id = over?.hasChildren && !over.isOpen ? over.category.categoryId : undefined
      if (id === unfolding.id) return
      clearTimeout(unfolding.timer)
      unfolding = { id, timer: id ? window.setTimeout(() => latest.current.onUnfold(id), unfoldDelayMs) : 0 }
    }
    const scroll = () => {
      cancelAnimationFrame(scrolling)
      if (!current) return
      const offset =
        current.y < scrollEdgePx
          ? current.y - scrollEdgePx
          : current.y > innerHeight - scrollEdgePx
            ? current.y - innerHeight + scrollEdgePx
            : 0
      if (offset === 0) return
      scrollBy(0, offset / 5)
      updateDrop(current.x, current.y)
      scrolling = requestAnimationFrame(scroll)
    }
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (!current) {
        if (Math.hypot(x - from.x, y - from.y) < dragThresholdPx) return
        latest.current.onStart()
      }
      updateDrop(x, y)
      scroll()
    }
    const stop = () => {
      cancelAnimationFrame(scrolling)
      clearTimeout(unfolding.timer)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', cancel, true)
      setDragged(undefined)
    }
    const drop = () => {
      stop()
      if (current?.drop) latest.current.onDrop(category, current.drop)
    }
    const cancel = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      stop()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', cancel, true)
    stopDrag.current = stop
  }
  return { dragged, start }
}

function aimAt(list: HTMLElement, x: number, y: number, count: number): Aim | undefined {
  if (count === 0) return undefined
  const { left, right, top } = list.getBoundingClientRect()
  const { direction } = getComputedStyle(list)
  const indent = Number.parseFloat(getComputedStyle(list).getPropertyValue('--indent')) || 26
  // The handle precedes the first level.
  const across = (direction === 'rtl' ? right - x : x - left) - 30
  const depth = Math.max(0, Math.round(across / indent))
  const down = (y - top) / rowHeight(list)
  const index = Math.min(Math.max(Math.floor(down), 0), count - 1)
  const fraction = down - index
  return { index, zone: fraction < 0.3 ? 'above' : fraction > 0.7 ? 'below' : 'into', depth }
}
