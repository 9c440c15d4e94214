import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CategoryRow } from '#shared/categories.ts'
import { type Aim, branchOf, type Drop, dropAt, type TreeRow } from './tree.ts'
import { rowHeight } from './useWindow.ts'

/** So far the pointer goes before it drags, in pixels. */
const firstMove = 5
/** How near to the screen's edge it scrolls. */
const edge = 70
/** How long a folded branch is pointed at before it unfolds, in milliseconds. */
const patience = 600

export type Dragged = { category: CategoryRow; x: number; y: number; drop: Drop | undefined }

type Options = {
  items: CategoryRow[]
  rows: TreeRow[]
  onStart: () => void
  onUnfold: (id: string) => void
  onDrop: (category: CategoryRow, drop: Drop) => void
}

/**
 * Drags a row by its handle with mouse, pen or finger. Where it would fall is told as it goes: the depth by how far the
 * pointer is across.
 */
export function useDrag(list: RefObject<HTMLElement | null>, options: Options) {
  const [dragged, setDragged] = useState<Dragged>()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const end = useRef<() => void>(() => {})
  useEffect(() => () => end.current(), [])

  const start = (event: PointerEvent<HTMLElement>, category: CategoryRow) => {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    end.current()
    const from = { x: event.clientX, y: event.clientY }
    const branch = branchOf(latest.current.items, category.categoryId)
    let at: Dragged | undefined
    let scrolling = 0
    let unfolding: { id: string | undefined; timer: number } = { id: undefined, timer: 0 }

    const look = (x: number, y: number) => {
      const { rows } = latest.current
      const aim = list.current && aimAt(list.current, x, y, rows.length)
      const drop = aim ? dropAt(rows, branch, aim) : undefined
      at = { category, x, y, drop }
      setDragged(at)
      const over = drop?.zone === 'into' ? rows[drop.index] : undefined
      const id = over?.hasChildren && !over.isOpen ? over.category.categoryId : undefined
      if (id === unfolding.id) return
      clearTimeout(unfolding.timer)
      unfolding = { id, timer: id ? window.setTimeout(() => latest.current.onUnfold(id), patience) : 0 }
    }
    const scroll = () => {
      cancelAnimationFrame(scrolling)
      if (!at) return
      const by = at.y < edge ? at.y - edge : at.y > innerHeight - edge ? at.y - innerHeight + edge : 0
      if (by === 0) return
      scrollBy(0, by / 5)
      look(at.x, at.y)
      scrolling = requestAnimationFrame(scroll)
    }
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (!at) {
        if (Math.hypot(x - from.x, y - from.y) < firstMove) return
        latest.current.onStart()
      }
      look(x, y)
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
      if (at?.drop) latest.current.onDrop(category, at.drop)
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
    end.current = stop
  }
  return { dragged, start }
}

/** The row at a height, which part of it, and how many levels across the pointer is. */
function aimAt(list: HTMLElement, x: number, y: number, count: number): Aim | undefined {
  if (count === 0) return undefined
  const { left, right, top } = list.getBoundingClientRect()
  const { direction } = getComputedStyle(list)
  const indent = Number.parseFloat(getComputedStyle(list).getPropertyValue('--indent')) || 26
  // The handle, by which it is held, stands before the first level.
  const across = (direction === 'rtl' ? right - x : x - left) - 30
  const depth = Math.max(0, Math.round(across / indent))
  const down = (y - top) / rowHeight(list)
  const index = Math.min(Math.max(Math.floor(down), 0), count - 1)
  const part = down - index
  return { index, zone: part < 0.3 ? 'above' : part > 0.7 ? 'below' : 'into', depth }
}
