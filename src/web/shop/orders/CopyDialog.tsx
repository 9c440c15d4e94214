import { Button, Modal, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import type { OrderDetail } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/cartStore.ts'
import type { HowToCopy } from './useCopyOrder.tsx'

type Props = { order: OrderDetail | undefined; onAnswer: (how: HowToCopy | undefined) => void }

/** Asks what becomes of the lines that are in the cart already. */
export function CopyDialog({ order, onAnswer }: Props) {
  const count = useCart((cart) => cart.lines.length)
  const editing = useCart((cart) => cart.editing?.orderNumber)
  return (
    <Modal opened={order !== undefined} onClose={() => onAnswer(undefined)} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('ordering.order.copyTitle', { number: order?.orderNumber ?? '' })}
      </Modal.Title>
      <Text mb="md">
        {editing
          ? t('ordering.order.copyIntoOrder', { number: editing })
          : t('ordering.order.copyText', { count })}
      </Text>
      <Stack gap="xs">
        <Button data-autofocus onClick={() => onAnswer('add')}>
          {t('ordering.order.copyAdd')}
        </Button>
        {!editing && (
          <Button variant="default" onClick={() => onAnswer('replace')}>
            {t('ordering.order.copyReplace')}
          </Button>
        )}
        <Button variant="default" onClick={() => onAnswer(undefined)}>
          {t('action.cancel')}
        </Button>
      </Stack>
    </Modal>
  )
}
