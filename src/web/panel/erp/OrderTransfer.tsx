import { Skeleton, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pages } from '#shared/pages.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { Attempts } from './Attempts.tsx'
import { TransferBadge } from './TransferBadge.tsx'
import { TransferDeeds } from './TransferDeeds.tsx'
import { TransferError } from './TransferError.tsx'
import classes from './Transfers.module.css'
import { useOrderTransfer } from './useOrderTransfer.ts'

type Props = { orderId: string; orderNumber: string }

/** An order's way to the ERP: where it stands, under what number, and every try. Absent where it never waited. */
export function OrderTransfer({ orderId, orderNumber }: Props) {
  const mayAct = useMayOpen(pages.erp)
  const query = useOrderTransfer(orderId)
  const queries = useQueryClient()
  const transfer = query.data?.transfer
  const state = transfer?.state
  useEffect(() => {
    if (!state) return
    for (const key of ['order', 'orderHistory']) void queries.invalidateQueries({ queryKey: [key, orderId] })
  }, [state, orderId, queries])
  if (query.data && !transfer) return null
  return (
    <section className={classes.panel} aria-labelledby="order-transfer">
      <Title order={2} size="h5" id="order-transfer" mb="xs">
        {t('panel.erp.orderTitle')}
      </Title>
      {query.error && !query.data && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={60} radius="md" />}
      {transfer && (
        <>
          <dl className={classes.facts}>
            <div>
              <dt>{t('order.state')}</dt>
              <dd>
                <span role="status">
                  <TransferBadge of={transfer} />
                </span>
              </dd>
            </div>
            {transfer.erpNumber && (
              <div>
                <dt>{t('panel.erp.erpNumber')}</dt>
                <dd>
                  <bdi className="number">{transfer.erpNumber}</bdi>
                </dd>
              </div>
            )}
            <div>
              <dt>{t(state === 'sent' ? 'panel.erp.sentAt' : 'panel.erp.waitingSince')}</dt>
              <dd>{formatDateTime(state === 'sent' ? (transfer.settledAt ?? '') : transfer.requestedAt)}</dd>
            </div>
          </dl>
          {state !== 'sent' && (transfer.errorClass !== '' || transfer.heldBecause !== '') && (
            <div className={classes.why}>
              <TransferError of={transfer} />
            </div>
          )}
          {mayAct && <TransferDeeds orderId={orderId} orderNumber={orderNumber} />}
          <Attempts orderId={orderId} />
        </>
      )}
    </section>
  )
}
