import { Alert, Group } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { pages } from '#shared/pages.ts'
import { formatDateTime } from '#web/format.ts'
import { holdText } from '#web/holdWords.ts'
import { t } from '#web/i18n.ts'
import { OfferedChanges } from '#web/ui/OfferedChanges.tsx'
import { useMayOpen } from '../../access.ts'
import { IconButton } from '../../IconButton.tsx'
import { OrderCredit } from '../OrderCredit.tsx'
import classes from './HeldPart.module.css'
import { HeldTexts } from './HeldTexts.tsx'
import { useDecisions } from './useDecisions.tsx'

/** What a held order waits for; for users who may decide, the decision too. */
export function HeldPart({ order }: { order: OrderDetail }) {
  const { state, hold, lines, discountReason, overrideReason } = order
  const mayDecide = useMayOpen(pages.heldOrders)
  const { orderId: id, version, orderNumber } = order
  const { accept, isBusy, startReturn, dialog } = useDecisions({ id, version, orderNumber })
  if (!hold) return null
  const { reasons, note, keepsUntil, before } = hold
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      role="status"
      title={t(state === 'returned' ? 'panel.held.returnedTitle' : 'panel.held.reviewTitle')}
    >
      {reasons.map((reason) => (
        <p key={reason.kind}>{holdText(reason)}</p>
      ))}
      <HeldTexts discountReason={discountReason} overrideReason={overrideReason} note={note} />
      {before && (
        <>
          <p>{t('panel.held.offered')}</p>
          <OfferedChanges before={before} lines={lines} />
        </>
      )}
      {mayDecide && (
        <div className={classes.credit}>
          <OrderCredit currAccCode={order.currAccCode} />
        </div>
      )}
      <p>{t('hold.keepsUntil', { when: formatDateTime(keepsUntil) })}</p>
      {mayDecide && !before && (
        <Group gap="xs" mt="sm" className="screen-only">
          <IconButton Icon={IconCheck} variant="filled" aria-busy={isBusy} onClick={accept}>
            {t('panel.held.accept')}
          </IconButton>
          {state === 'review' && (
            <IconButton Icon={IconArrowBackUp} onClick={startReturn}>
              {t('panel.held.return')}
            </IconButton>
          )}
        </Group>
      )}
      {dialog}
    </Alert>
  )
}
