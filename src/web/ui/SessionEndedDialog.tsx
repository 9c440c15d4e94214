import { Button, Group, Modal, Text } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { resetToken } from '#web/session.ts'

/** Asked once when the session has ended: sign in again, or stay and look at what is on the screen. */
export function SessionEndedDialog({ onStay }: { onStay: () => void }) {
  const signInAgain = () => {
    resetToken()
    location.reload()
  }
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('session.endedTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
    >
      <Text>{t('session.endedText')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay}>
          {t('action.cancel')}
        </Button>
        <Button onClick={signInAgain}>{t('session.signInAgain')}</Button>
      </Group>
    </Modal>
  )
}
