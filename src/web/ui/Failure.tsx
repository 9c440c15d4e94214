import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import classes from './Failure.module.css'

const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404].includes(error.status)

/** An error, with a retry button where that can help. Bundled with every page to work offline. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.title}>{t('error.title')}</p>
      <p className={classes.text}>{error instanceof Error ? error.message : String(error)}</p>
      {onRetry && !isFinal(error) && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          {t('action.retry')}
        </button>
      )}
    </div>
  )
}
