import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 992px)')

function subscribe(notify: () => void): () => void {
  wide.addEventListener('change', notify)
  return () => wide.removeEventListener('change', notify)
}

/** 992 px or wider. */
export const isWide = () => wide.matches
export const useIsWide = () => useSyncExternalStore(subscribe, isWide)
