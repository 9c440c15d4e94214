import { Button, Group, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Documents } from './Documents.tsx'
import { HeldNotice } from './heldNotice.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLines } from './OrderLines.tsx'
import classes from './OrderPlacedPage.module.css'
import { orderQuery } from './orderQuery.ts'

const route = getRouteApi('/shop/cart/placed/$guidKey')

/** Read back from the server, as proof that it is stored. Prints the lines too. */
export function OrderPlacedPage() {
  const { guidKey } = route.useParams()
  const user = useSession((session) => session.user)
  const order = useQuery(orderQuery(guidKey))
  if (order.error) return <Failure error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data) return <Skeleton height={320} radius="lg" />
  return (
    <section className={classes.card}>
      <IconCircleCheck className={classes.sign} size={56} stroke={1.4} aria-hidden />
      <h1 className={classes.title}>{t(order.data.hold ? 'hold.placedTitle' : 'placed.title')}</h1>
      <p className={classes.number}>
        {t('placed.number')} <bdi className="number">{order.data.orderNumber}</bdi>
      </p>
      {settings.keepsMails && <p className={`${classes.number} screen-only`}>{t('placed.mailKept')}</p>}
      <Group justify="center" mb="lg" className="screen-only">
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>
          {t('ordering.placed.newOrder')}
        </Button>
        {user && (
          <>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/cart/$guidKey" params={{ guidKey }} {...props} />}
            >
              {t('ordering.order.see')}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/shop/orders" {...props} />}>
              {t('placed.toOrders')}
            </Button>
          </>
        )}
      </Group>
      {order.data.hold && (
        <Suspense>
          <HeldNotice order={order.data} hold={order.data.hold} />
        </Suspense>
      )}
      <div className={classes.facts}>
        <OrderFacts order={order.data} />
      </div>
      <Group justify="center" gap="sm" className="screen-only">
        <Documents guidKey={guidKey} />
      </Group>
      <div className={classes.lines}>
        <OrderLines lines={order.data.lines} />
      </div>
    </section>
  )
}
