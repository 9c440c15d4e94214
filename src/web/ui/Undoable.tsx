import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type SyntheticEvent, useState } from 'react'
import { afterPaint } from '#web/afterPaint.ts'
import { t } from '#web/i18n.ts'
import type { Undo } from '#web/notify.ts'

const patience = 10_000

/**
 * A notice that can be taken back. It stays while the pointer or the focus is on it, and while somebody tabs on
 * their way to it, unless it cannot be taken back any more. Answers the notice's id.
 */
export function showUndoable(message: string, { undo, endsBy }: Undo): string {
  let end = 0
  let stopListening = () => {}
  const hold = () => clearTimeout(end)
  const release = () => {
    hold()
    end = window.setTimeout(() => notifications.hide(id), patience)
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') release()
  }
  const forget = () => {
    hold()
    stopListening()
    window.removeEventListener('keydown', onKey)
  }
  const run = () => {
    stopListening()
    return undo().then(
      // What has come back is seen first: a browser lays the page out at once when a button that has the focus goes.
      () => afterPaint(() => settle(t('notice.undone'), false)),
      (error: unknown) => settle(error instanceof Error ? error.message : String(error), true),
    )
  }
  const settle = (text: string, isFailure: boolean) => {
    forget()
    notifications.update({
      id,
      message: <Outcome text={text} />,
      ...looks(isFailure),
      autoClose: patience / 2,
    })
  }
  const id = notifications.show({
    message: <Undoable message={message} onUndo={run} />,
    ...looks(false),
    autoClose: false,
    onMouseEnter: hold,
    onMouseLeave: (event) => isOn(event, ':focus-within') || release(),
    onFocusCapture: hold,
    onBlurCapture: (event) => isOn(event, ':hover') || release(),
    onClose: forget,
  })
  window.addEventListener('keydown', onKey)
  release()
  if (endsBy) stopListening = endsBy(() => notifications.hide(id))
  return id
}

const isOn = (event: SyntheticEvent, state: string) => event.currentTarget.matches(state)

/** How a notice of something done, or of something that failed, is shown and said. */
export function looks(isFailure: boolean) {
  return {
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
        // Not disabled meanwhile, which would take the focus away: a second press does nothing.
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

/** Takes the focus that the pressed button had. */
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
