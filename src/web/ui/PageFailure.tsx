import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from './Failure.tsx'

/**
 * Instead of a page that could not be shown. Part of the program that did not come is fetched by loading anew. Tries again
 * by itself when the connection is back.
 */
export function PageFailure({
  error,
  onRetry,
}: Pick<ErrorComponentProps, 'error'> & { onRetry?: () => void }) {
  const router = useRouter()
  const isMissingPart =
    error instanceof Error && /preload|dynamically imported|importing a module/i.test(error.message)
  const tryAgain = () => {
    if (isMissingPart) location.reload()
    else if (onRetry) onRetry()
    else void router.invalidate()
  }
  const onOnline = useEffectEvent(tryAgain)
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])
  return <Failure error={isMissingPart ? new Error(t('error.network')) : error} onRetry={tryAgain} />
}
