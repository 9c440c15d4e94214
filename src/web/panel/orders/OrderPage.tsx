import { Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OrderDetail } from '#shared/orders.ts'
import { pages } from '#shared/pages.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { OrderTransfer } from '../erp/OrderTransfer.tsx'
import { useOrderTransfer } from '../erp/useOrderTransfer.ts'
import { listLink } from '../list/listLink.ts'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderStateBadge, OrderTransferBadge } from './OrderBadges.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderGrid } from './OrderGrid.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderMails } from './OrderMails.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import classes from './OrderPage.module.css'
import { orderQuery } from './orderQuery.ts'

export function OrderPage() {
  const { orderId = '' } = usePageParams()
  const order = useQuery({ ...orderQuery(orderId), refetchInterval: 30_000 })
  usePageTitle(order.data && `${t('order.title')} ${order.data.orderNumber}`)
  return (
    <>
      <Text size="sm" mb={4} className="screen-only">
        <Link {...listLink('/siparisler/index')}>{t('panel.orders')}</Link>
      </Text>
      {!order.data && (
        <Title order={1} size="h3" mb="md">
          {t('panel.order')}
        </Title>
      )}
      {order.error && !order.data && <Failure error={order.error} onRetry={() => void order.refetch()} />}
      {order.isPending && <Skeleton height={420} radius="md" />}
      {order.data && <Order order={order.data} />}
    </>
  )
}

const qtyOf = ({ qty }: { qty: number }) => <bdi className="number">{formatCount(qty)}</bdi>

function Order({ order }: { order: OrderDetail }) {
  const isStaff = useMayOpen(pages.orderEdit)
  const mayEditProducts = useMayOpen(pages.productEdit)
  const transfer = useOrderTransfer(order.orderId, isStaff && settings.transferEnabled).data?.transfer
  const transferFields =
    transfer && transfer.state !== 'sent'
      ? { transferState: transfer.state, waitsFor: transfer.waitsFor, mayExist: transfer.mayExist }
      : {}
  return (
    <>
      <Group mb="sm" gap="sm">
        <Title order={1} size="h3">
          {t('order.title')} <bdi className="number">{order.orderNumber}</bdi>
        </Title>
        <OrderStateBadge state={order.state} />
        {settings.transferEnabled && order.state === 'placed' && (
          <OrderTransferBadge order={{ ...order, ...transferFields }} />
        )}
      </Group>
      <OrderActions order={order} isStaff={isStaff} />
      <OrderFacts order={order} />
      <section aria-labelledby="order-lines" className={classes.section}>
        <Title order={2} size="h5" id="order-lines" mb="xs">
          {t('panel.order.lines')} <span className={classes.soft}>{formatCount(order.lines.length)}</span>
        </Title>
        <OrderGrid items={order.lines} cell={qtyOf} isLinked={mayEditProducts} />
      </section>
      {isStaff && (
        <div className={classes.office}>
          {settings.transferEnabled && (
            <OrderTransfer orderId={order.orderId} orderNumber={order.orderNumber} />
          )}
          <OrderMails orderId={order.orderId} />
          <OrderNotes orderId={order.orderId} />
          <OrderHistory orderId={order.orderId} />
        </div>
      )}
    </>
  )
}
