import { Alert, VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { Attempt } from './useAttempt.ts'
import { formatClock } from './useSecondsUntil.ts'

/**
 * What has become of a try that failed; where the server makes us wait, how long, until it is over. Nothing where
 * there is nothing to say.
 */
export function AttemptAlert({
  attempt,
}: {
  attempt: Pick<Attempt<never>, 'error' | 'mustWait' | 'seconds'>
}) {
  const { error, mustWait, seconds } = attempt
  if (!error) return null
  if (!mustWait) {
    return (
      <Alert color="red" variant="light" role="alert">
        {error.message}
      </Alert>
    )
  }
  // The clock that is seen runs on by the second; what is said is said once at the beginning and once at the end.
  return (
    <Alert color={seconds > 0 ? 'red' : 'green'} variant="light" role="none">
      <VisuallyHidden role="alert">{seconds > 0 ? error.message : t('login.waitOver')}</VisuallyHidden>
      <span aria-hidden>
        {seconds > 0 ? t('login.wait', { time: formatClock(seconds) }) : t('login.waitOver')}
      </span>
    </Alert>
  )
}
