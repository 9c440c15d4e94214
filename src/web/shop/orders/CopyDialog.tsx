import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './CopyDialog.module.css'

export type CopyMode = 'add' | 'replace'
/** `count`: lines already in the cart. */
export type CopyQuestion = { order: OrderDetail; count: number }

type Props = { question: CopyQuestion | undefined; onAnswer: (mode: CopyMode | undefined) => void }

/** Asks what to do with lines already in the cart. */
export function CopyDialog({ question, onAnswer }: Props) {
  const editing = useCart((cart) => cart.editing?.orderNumber)
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => onAnswer(undefined)}
      withCloseButton={false}
      centered
    >
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('ordering.order.copyTitle', { number: question?.order.orderNumber ?? '' })}
      </Modal.Title>
      <p className={classes.text}>
        {editing
          ? t('ordering.order.copyIntoOrder', { number: editing })
          : t('ordering.order.copyText', { count: question?.count ?? 0 })}
      </p>
      <div className={classes.choices}>
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
      </div>
    </Modal>
  )
}
