import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import classes from './Failure.module.css'

/** What the server has refused it refuses again: a wrong id stays wrong. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404].includes(error.status)

/** What went wrong, and a way to try again where that may help. Comes with every page: no line may be needed for it. */
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
