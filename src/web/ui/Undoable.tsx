import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type SyntheticEvent, useState } from 'react'
import { afterPaint } from '#web/afterPaint.ts'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { Undo } from '#web/notify.ts'

const undoableMs = 10_000

/**
 * Shows an undoable notice and returns its id. Stays while hovered or focused and restarts at Tab, unless
 * `onExpired` fires.
 */
export function showUndoable(message: string, { undo, onExpired }: Undo): string {
  let closeTimer = 0
  let stopListening = () => {}
  const pauseTimer = () => clearTimeout(closeTimer)
  const restartTimer = () => {
    pauseTimer()
    closeTimer = window.setTimeout(() => notifications.hide(id), undoableMs)
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') restartTimer()
  }
  const cleanUp = () => {
    pauseTimer()
    stopListening()
    window.removeEventListener('keydown', onKey)
  }
  const run = () => {
    stopListening()
    return undo().then(
      // Paint first: removing a focused button forces a layout.
      () => afterPaint(() => showOutcome(t('notice.undone'), false)),
      (error: unknown) => showOutcome(error instanceof Error ? error.message : String(error), true, error),
    )
  }
  const showOutcome = (text: string, isFailure: boolean, error?: unknown) => {
    cleanUp()
    notifications.update({
      id,
      message: <Outcome text={text} />,
      ...noticeProps(isFailure, error),
    })
  }
  const id = notifications.show({
    message: <Undoable message={message} onUndo={run} />,
    ...noticeProps(false),
    autoClose: false,
    onMouseEnter: pauseTimer,
    onMouseLeave: (event) => currentTargetMatches(event, ':focus-within') || restartTimer(),
    onFocusCapture: pauseTimer,
    onBlurCapture: (event) => currentTargetMatches(event, ':hover') || restartTimer(),
    onClose: cleanUp,
  })
  window.addEventListener('keydown', onKey)
  restartTimer()
  if (onExpired) stopListening = onExpired(() => notifications.hide(id))
  return id
}

const currentTargetMatches = (event: SyntheticEvent, state: string) => event.currentTarget.matches(state)

const noticeMs = 5000
/** How long errors other than a refused call are shown. */
const otherErrorMs = 3000

export function noticeProps(isFailure: boolean, error?: unknown) {
  const isRefusal = error instanceof CallFailed && error.status > 0
  return {
    autoClose: isFailure && !isRefusal ? otherErrorMs : noticeMs,
    color: isFailure ? 'red' : 'green',
    role: isFailure ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': t('action.close') },
  }
}

function Undoable({ message, onUndo }: { message: string; onUndo: () => Promise<void> }) {
  const [isRunning, setIsRunning] = useState(false)
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button
        size="compact-sm"
        flex="none"
        variant="light"
        // `disabled` would lose the focus.
        aria-disabled={isRunning}
        onClick={() => {
          if (isRunning) return
          setIsRunning(true)
          void onUndo()
        }}
      >
        {t('action.undo')}
      </Button>
    </Group>
  )
}

/** Takes the focus of the removed button. */
function Outcome({ text }: { text: string }) {
  return (
    <span
      tabIndex={-1}
      ref={(node) => {
        if (document.activeElement === document.body) node?.focus()
      }}
    >
      {text}
    </span>
  )
}
