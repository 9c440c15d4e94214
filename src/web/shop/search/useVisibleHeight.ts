import { useSyncExternalStore } from 'react'

const viewport = window.visualViewport

function subscribe(notify: () => void): () => void {
  viewport?.addEventListener('resize', notify)
  return () => viewport?.removeEventListener('resize', notify)
}

/** The window's height above a phone's keyboard, in pixels. */
export const useVisibleHeight = () =>
  useSyncExternalStore(subscribe, () => Math.round(viewport?.height ?? window.innerHeight))
