import { useSyncExternalStore } from 'react'
import classes from './OfflineBanner.module.css'

export function OfflineBanner({ text }: { text: string }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <p className={classes.banner} role="status">
      {!isOnline && text}
    </p>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
