import { Alert, Button, type ButtonProps, Group, Modal, type ModalProps, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'

type Action = Pick<ButtonProps, 'color' | 'disabled' | 'loading'> & {
  text: string
  'aria-busy'?: boolean
  'aria-disabled'?: boolean
  'data-autofocus'?: boolean
  onClick: () => void
  /** Enter in a field runs it too. */
  isOnEnter?: boolean
}

type Props = Omit<ModalProps, 'opened' | 'title'> & {
  opened?: boolean
  title: ReactNode
  text?: ReactNode
  error?: string | undefined
  /** Absent: there is nothing to do but close. */
  action?: Action | undefined
  closeText?: string
  /** Instead of the action. */
  link?: ReactNode
  children?: ReactNode
}

/** Asks for something, or shows it. */
export function Dialog({ title, text, error, action, closeText, link, children, ...modal }: Props) {
  useFocusBack()
  const { text: name, isOnEnter = false, onClick, ...button } = action ?? { text: '', onClick: () => {} }
  return (
    // Mantine's header would be a second banner landmark.
    <Modal opened withCloseButton={false} centered {...modal}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // In React the form of the page is around this one.
          event.stopPropagation()
          if (isOnEnter) onClick()
        }}
      >
        <Modal.Title fw={600} fz="lg" mb="xs">
          {title}
        </Modal.Title>
        {text && <Text mb="sm">{text}</Text>}
        {error && (
          <Alert color="red" role="alert" mb="sm">
            {error}
          </Alert>
        )}
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={modal.onClose}>
            {closeText ?? t(action ? 'action.cancel' : 'action.close')}
          </Button>
          {link}
          {action && (
            <Button {...button} {...(isOnEnter ? { type: 'submit' } : { onClick })}>
              {name}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  )
}

/** To what opened a dialog that is drawn only while it is open: Mantine returns the focus of those that stay. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
