import { Alert, VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { Attempt } from './useAttempt.ts'
import { formatClock } from './useSecondsUntil.ts'

/** A failed attempt's error, or a countdown while the user must wait. */
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
  // Screen readers hear only start and end, not each second.
  return (
    <Alert color={seconds > 0 ? 'red' : 'green'} variant="light" role="none">
      <VisuallyHidden role="alert">{seconds > 0 ? error.message : t('login.waitOver')}</VisuallyHidden>
      <span aria-hidden>
        {seconds > 0 ? t('login.wait', { time: formatClock(seconds) }) : t('login.waitOver')}
      </span>
    </Alert>
  )
}
