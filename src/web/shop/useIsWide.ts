import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 992px)')

function subscribe(look: () => void): () => void {
  wide.addEventListener('change', look)
  return () => wide.removeEventListener('change', look)
}

/** Whether the screen is a desktop's, 992 px or more, or a phone's. */
export const isWide = () => wide.matches
export const useIsWide = () => useSyncExternalStore(subscribe, isWide)
