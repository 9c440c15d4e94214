import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { PendingQuestion } from './confirm.ts'

/** A yes/no question; closing means no. Restores the focus. */
export function ConfirmDialog({ question, onClosed }: { question: PendingQuestion; onClosed: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  const [focusedBefore] = useState(() => document.activeElement)
  // A replaced question is answered with no.
  useEffect(() => () => question.answer(false), [question])
  const answer = (isYes: boolean) => {
    question.answer(isYes)
    setIsOpen(false)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => answer(false)}
      // Mantine's header would be a second banner landmark.
      withCloseButton={false}
      centered
      returnFocus={false}
      onExitTransitionEnd={() => {
        if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
        onClosed()
      }}
    >
      <Modal.Title fw={600} fz="lg" mb="xs">
        {question.title}
      </Modal.Title>
      <Text>{question.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus={question.isDangerous} onClick={() => answer(false)}>
          {question.cancel ?? t('action.cancel')}
        </Button>
        <Button
          {...(question.isDangerous ? { color: 'red.8' } : {})}
          data-autofocus={!question.isDangerous}
          onClick={() => answer(true)}
        >
          {question.action}
        </Button>
      </Group>
    </Modal>
  )
}
