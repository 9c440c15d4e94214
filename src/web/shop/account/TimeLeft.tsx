import { Text, VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { formatClock } from '#web/ui/useSecondsUntil.ts'

/** When the time left is said aloud, in seconds; in between it is only shown. */
const marks = [10, 30, 60, 120]

export function TimeLeft({ seconds }: { seconds: number }) {
  const mark = marks.find((one) => seconds <= one)
  return (
    <Text size="sm" c="var(--ink-soft)">
      <span role="timer">{t('login.code.left', { time: formatClock(seconds) })}</span>
      <VisuallyHidden aria-live="polite">
        {mark && seconds > 0 && t('login.code.secondsLeft', { seconds: mark })}
      </VisuallyHidden>
    </Text>
  )
}
