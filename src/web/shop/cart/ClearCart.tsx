import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { clearLines } from './cartStore.ts'

export function ClearCart() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        {t('cart.clear')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('cart.clear')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        centered
      >
        <Text>{t('cart.clearText')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setIsAsking(false)}>
            {t('action.cancel')}
          </Button>
          <Button
            color="red.8"
            onClick={() => {
              clearLines()
              setIsAsking(false)
            }}
          >
            {t('cart.clear')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
