import { Text, VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { formatClock } from '#web/ui/useSecondsUntil.ts'

/** Seconds left at which screen readers are told. */
const announcedSeconds = [10, 30, 60, 120]

export function TimeLeft({ seconds }: { seconds: number }) {
  const announced = announcedSeconds.find((one) => seconds <= one)
  return (
    <Text size="sm" c="var(--ink-soft)">
      <span role="timer">{t('login.code.left', { time: formatClock(seconds) })}</span>
      <VisuallyHidden aria-live="polite">
        {announced && seconds > 0 && t('login.code.secondsLeft', { seconds: announced })}
      </VisuallyHidden>
    </Text>
  )
}
