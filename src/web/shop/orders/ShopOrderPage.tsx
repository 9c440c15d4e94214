import { Button, Group, Skeleton, Title } from '@mantine/core'
import { IconCopyPlus, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { mayAmend } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useCart } from '../cart/stored/cartStore.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { Documents } from './Documents.tsx'
import { HeldNotice } from './heldNotice.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import { OrderState } from './OrderState.tsx'
import { orderQuery } from './orderQuery.ts'
import classes from './ShopOrderPage.module.css'
import { useCopyOrder } from './useCopyOrder.tsx'
import { useEditOrder } from './useEditOrder.ts'

const route = getRouteApi('/shop/own/cart/$guidKey')

/** The user's own order, locked until editing is enabled. */
export function ShopOrderPage() {
  const { guidKey } = route.useParams()
  const order = useQuery(orderQuery(guidKey))
  if (order.error && !order.data) {
    return <Failure error={order.error} onRetry={() => void order.refetch()} />
  }
  if (!order.data) return <Skeleton height={420} radius="lg" />
  return <Order order={order.data} />
}

function Order({ order }: { order: OrderDetail }) {
  return (
    <div className={classes.page}>
      <p className={classes.back}>
        <Link to="/shop/orders" className="screen-only">
          {t('shop.orders')}
        </Link>
      </p>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {t('order.title')} <bdi className="number">{order.orderNumber}</bdi>
        </Title>
        <OrderState order={order} />
      </div>
      <OrderProgress order={order} />
      {order.hold && (
        <Suspense>
          <HeldNotice order={order} hold={order.hold} />
        </Suspense>
      )}
      <Actions order={order} />
      <OrderFacts order={order} />
      <OrderLines lines={order.lines} />
    </div>
  )
}

function Actions({ order }: { order: OrderDetail }) {
  const { guidKey, orderNumber } = order
  const { copy, busy, dialog } = useCopyOrder()
  const { isBusy, enable } = useEditOrder(guidKey)
  const isOpen = useCart((cart) => cart.editing !== null && cart.guidKey === guidKey)
  return (
    <div className="screen-only">
      {isOpen && (
        <Note
          style={{ marginBlockEnd: 12 }}
          color="blue"
          title={t('ordering.order.editing', { number: orderNumber })}
        >
          <Link to="/cart">{t('ordering.order.toCart')}</Link>
        </Note>
      )}
      {!mayAmend(order) && <p className={classes.reason}>{lockReason(order)}</p>}
      <Group gap="sm" mb="md">
        {mayAmend(order) && !isOpen && (
          <Button
            leftSection={<IconPencil size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => enable(orderNumber)}
          >
            {t('ordering.order.enable')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          loading={busy === guidKey}
          onClick={() => copy(guidKey)}
        >
          {t('ordering.order.copy')}
        </Button>
        <Documents guidKey={guidKey} />
        {order.cancelBefore && !isOpen && <CancelOrder order={order} />}
      </Group>
      {dialog}
    </div>
  )
}

function lockReason({ state }: OrderDetail): string {
  return t(state === 'cancelled' ? 'ordering.order.isCancelled' : 'ordering.order.isTransferred')
}
