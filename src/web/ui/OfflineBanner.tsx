import { useSyncExternalStore } from 'react'
import { t } from '#web/i18n.ts'
import classes from './OfflineBanner.module.css'

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <p className={classes.banner} role="status">
      {!isOnline && t('shop.offline')}
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
