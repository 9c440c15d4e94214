import { Badge } from '@mantine/core'
import { orderStates } from '#shared/orders/orderStates.ts'
import type { OrderRow } from '#shared/orders/orders.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { TransferBadge } from '../erp/TransferBadge.tsx'

export function OrderStateBadge({ state }: Pick<OrderRow, 'state'>) {
  return <Badge color={orderStates[state].color}>{t(`order.state.${state}`)}</Badge>
}

/** Its state, or, while it may be transferred, how far the transfer is. */
export function OrderBadge({ order }: { order: OrderRow }) {
  return settings.transferEnabled && orderStates[order.state].maySend ? (
    <OrderTransferBadge order={order} />
  ) : (
    <OrderStateBadge state={order.state} />
  )
}

type TransferProps = {
  order: Pick<
    OrderRow,
    'transfer' | 'isWaiting' | 'transferState' | 'transferError' | 'waitsFor' | 'mayExist'
  >
}

export function OrderTransferBadge({
  order: { transfer, isWaiting, transferState, transferError, waitsFor, mayExist },
}: TransferProps) {
  if (transfer) return <Badge color="green">{t('order.transferred')}</Badge>
  if (transferState && (mayExist || transferState !== 'pending')) {
    return (
      <span title={transferError}>
        <TransferBadge transfer={{ state: transferState, mayExist }} />
      </span>
    )
  }
  if (isWaiting)
    return (
      <Badge color={waitsFor ? 'orange' : 'yellow'}>
        {t(waitsFor ? `panel.order.waitsFor.${waitsFor}` : 'panel.order.waiting')}
      </Badge>
    )
  return <Badge color="gray">{t('order.notTransferred')}</Badge>
}
