import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from './Failure.tsx'

/** Replaces a failed page. Retries once online; reloads for a missing chunk. */
export function PageFailure({
  error,
  onRetry,
}: Pick<ErrorComponentProps, 'error'> & { onRetry?: () => void }) {
  const router = useRouter()
  const isMissingChunk =
    error instanceof Error && /preload|dynamically imported|importing a module/i.test(error.message)
  const retry = () => {
    if (isMissingChunk) location.reload()
    else if (onRetry) onRetry()
    else void router.invalidate()
  }
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])
  return <Failure error={isMissingChunk ? new Error(t('error.network')) : error} onRetry={retry} />
}
