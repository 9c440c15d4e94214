import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Failure } from './Failure.tsx'

/** Instead of a page that could not be shown. Part of the program that did not come is fetched by loading anew. */
export function PageFailure({
  error,
  onRetry,
}: Pick<ErrorComponentProps, 'error'> & { onRetry?: () => void }) {
  const router = useRouter()
  const isMissingPart =
    error instanceof Error && /preload|dynamically imported|importing a module/i.test(error.message)
  return isMissingPart ? (
    <Failure error={new Error(t('error.network'))} onRetry={() => location.reload()} />
  ) : (
    <Failure error={error} onRetry={onRetry ?? (() => void router.invalidate())} />
  )
}
