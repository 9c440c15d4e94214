import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { trySetItem } from '#web/trySetItem.ts'

/** A scroll position: pages loaded, and a card's offset from the window's top. */
type ScrollPlace = { list: string; pages: number; index: number; offset: number }

const storageKey = (entry: string) => `place:${entry}` as const

/** The position saved for this history entry, if it showed the same list. */
export function readPlace(entry: string | undefined, list: string): ScrollPlace | undefined {
  try {
    const place: ScrollPlace | null = JSON.parse(sessionStorage.getItem(storageKey(entry ?? '')) ?? 'null')
    return place?.list === list ? place : undefined
  } catch {
    return undefined
  }
}

/** Survives reload and Back. */
export const useHistoryEntry = () => useLocation({ select: ({ state: { __TSR_key: entry } }) => entry })

/**
 * Saves and restores the list's scroll position. Holds it until the user scrolls, because loading cards may
 * move it. `list` is undefined while another is shown.
 */
export function usePlace(grid: RefObject<HTMLElement | null>, list: string | undefined, pages: number): void {
  const entry = useHistoryEntry()
  useLayoutEffect(() => {
    const place = list && readPlace(entry, list)
    return place && grid.current ? holdAt(grid.current, place) : undefined
  }, [entry, list, grid])
  useEffect(() => {
    if (!list) return undefined
    const save = () => {
      const at = grid.current && currentPlace(grid.current)
      if (at) trySetItem(sessionStorage, storageKey(entry ?? ''), JSON.stringify({ list, pages, ...at }))
    }
    let timer: ReturnType<typeof setTimeout>
    const saveSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(save, 120)
    }
    saveSoon()
    window.addEventListener('scroll', saveSoon, { passive: true })
    // A press may navigate before the last scroll is saved.
    window.addEventListener('click', save, { capture: true })
    // In the capture phase, to run before a sign-out's last `forget`, whichever listener was added first.
    window.addEventListener('pagehide', save, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', saveSoon)
      window.removeEventListener('click', save, { capture: true })
      window.removeEventListener('pagehide', save, { capture: true })
    }
  }, [entry, list, pages, grid])
}

/** Panels are siblings of cards. */
const cardsOf = (grid: HTMLElement) => [...grid.querySelectorAll(':scope > :not([data-panel])')]

/** The first card visible below the header. */
function currentPlace(grid: HTMLElement): { index: number; offset: number } | undefined {
  const cards = cardsOf(grid)
  const index = cards.findIndex((one) => one.getBoundingClientRect().bottom > 100)
  const card = cards[index]
  return card && { index, offset: card.getBoundingClientRect().top }
}

const userEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
/** Stop holding after this long. */
const maxHoldMs = 10_000

/** Keeps a card in place while heights change. Returns a stop function. */
function holdAt(grid: HTMLElement, { index, offset }: ScrollPlace): () => void {
  const scrollToPlace = () => {
    const card = cardsOf(grid)[index]
    if (card) window.scrollBy(0, card.getBoundingClientRect().top - offset)
  }
  scrollToPlace()
  // Again, after the router has restored its own position.
  const frame = requestAnimationFrame(scrollToPlace)
  const resizeObserver = new ResizeObserver(scrollToPlace)
  resizeObserver.observe(grid)
  const end = () => {
    cancelAnimationFrame(frame)
    resizeObserver.disconnect()
    clearTimeout(timer)
    for (const name of userEvents) window.removeEventListener(name, end)
  }
  const timer = setTimeout(end, maxHoldMs)
  for (const name of userEvents) window.addEventListener(name, end, { passive: true })
  return end
}
