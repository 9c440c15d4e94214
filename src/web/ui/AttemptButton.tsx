import { Button, type ButtonProps, type ElementProps, Loader } from '@mantine/core'
import type { Attempt } from './useAttempt.ts'

type Props = ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    attempt: Pick<Attempt<never>, 'isRunning' | 'mustWait' | 'seconds'>
  }

export function AttemptButton({ attempt, children, ...props }: Props) {
  const isWaiting = attempt.mustWait && attempt.seconds > 0
  return (
    // Never `disabled`: that loses the focus.
    <Button
      {...props}
      aria-disabled={isWaiting || attempt.isRunning}
      data-disabled={isWaiting}
      aria-busy={attempt.isRunning}
      leftSection={attempt.isRunning ? <Loader size={18} color="currentColor" /> : null}
    >
      {children}
    </Button>
  )
}
