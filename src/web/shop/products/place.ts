import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { keepIfRoom } from '#web/keepIfRoom.ts'

/** Where somebody was in a list: how many pages were loaded, and which card stood how far below the window's top. */
type Place = { list: string; pages: number; index: number; offset: number }

const storageKey = (entry: string) => `place:${entry}` as const

/** The place in the list that this entry of the history was left at; of another list none. */
export function readPlace(entry: string | undefined, list: string): Place | undefined {
  try {
    const place: Place | null = JSON.parse(sessionStorage.getItem(storageKey(entry ?? '')) ?? 'null')
    return place?.list === list ? place : undefined
  } catch {
    return undefined
  }
}

/** The entry of the history that is shown: the same after a reload, and after Back. */
export const useHistoryEntry = () => useLocation({ select: ({ state: { __TSR_key: entry } }) => entry })

/**
 * Remembers the place in a list, and goes there when the list is come back to: cards that are still on their way may
 * change what stands above it, so it is held until somebody scrolls. `list` is undefined while another one is shown.
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
      const at = grid.current && placeIn(grid.current)
      if (at) keepIfRoom(sessionStorage, storageKey(entry ?? ''), JSON.stringify({ list, pages, ...at }))
    }
    let timer: ReturnType<typeof setTimeout>
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(save, 120)
    }
    later()
    window.addEventListener('scroll', later, { passive: true })
    // A press may lead to another entry before the last scrolling is remembered.
    window.addEventListener('click', save, { capture: true })
    window.addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', later)
      window.removeEventListener('click', save, { capture: true })
      window.removeEventListener('pagehide', save)
    }
  }, [entry, list, pages, grid])
}

/** What is open of a card stands behind it, and is no card. */
const cardsOf = (grid: HTMLElement) => [...grid.querySelectorAll(':scope > :not([data-panel])')]

/** The first card of which something is seen below the header. */
function placeIn(grid: HTMLElement): { index: number; offset: number } | undefined {
  const cards = cardsOf(grid)
  const index = cards.findIndex((one) => one.getBoundingClientRect().bottom > 100)
  const card = cards[index]
  return card && { index, offset: card.getBoundingClientRect().top }
}

const byHand = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
/** How long a list may take to fill, in milliseconds. */
const longest = 10_000

/** Keeps a card where it was while heights above it change. Answers what ends it. */
function holdAt(grid: HTMLElement, { index, offset }: Place): () => void {
  const pin = () => {
    const card = cardsOf(grid)[index]
    if (card) window.scrollBy(0, card.getBoundingClientRect().top - offset)
  }
  pin()
  // Once more after the router has scrolled to the pixel where the page was left.
  const frame = requestAnimationFrame(pin)
  const watcher = new ResizeObserver(pin)
  watcher.observe(grid)
  const end = () => {
    cancelAnimationFrame(frame)
    watcher.disconnect()
    clearTimeout(timer)
    for (const name of byHand) window.removeEventListener(name, end)
  }
  const timer = setTimeout(end, longest)
  for (const name of byHand) window.addEventListener(name, end, { passive: true })
  return end
}
