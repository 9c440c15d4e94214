import { useSyncExternalStore } from 'react'

const viewport = window.visualViewport

function subscribe(look: () => void): () => void {
  viewport?.addEventListener('resize', look)
  return () => viewport?.removeEventListener('resize', look)
}

/** Height of the part of the window that a phone's keyboard does not cover, in pixels. */
export const useVisibleHeight = () =>
  useSyncExternalStore(subscribe, () => Math.round(viewport?.height ?? window.innerHeight))
