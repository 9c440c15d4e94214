import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { Asked } from './confirm.ts'

/** A yes/no question; closing means no. Restores the focus. */
export function ConfirmDialog({ asked, onClosed }: { asked: Asked; onClosed: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  const [focusedBefore] = useState(() => document.activeElement)
  // A replaced question is answered with no.
  useEffect(() => () => asked.answer(false), [asked])
  const answer = (isYes: boolean) => {
    asked.answer(isYes)
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
        {asked.title}
      </Modal.Title>
      <Text>{asked.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus={asked.isDangerous} onClick={() => answer(false)}>
          {asked.cancel ?? t('action.cancel')}
        </Button>
        <Button
          {...(asked.isDangerous ? { color: 'red.8' } : {})}
          data-autofocus={!asked.isDangerous}
          onClick={() => answer(true)}
        >
          {asked.action}
        </Button>
      </Group>
    </Modal>
  )
}
