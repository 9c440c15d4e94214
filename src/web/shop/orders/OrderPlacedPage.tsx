import { Button, Group, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import classes from './OrderPlacedPage.module.css'

const route = getRouteApi('/shop/cart/placed/$guidKey')

/** The order's number, read back from the server: what is shown here is stored there. */
export function OrderPlacedPage() {
  const { guidKey } = route.useParams()
  const order = useQuery({
    queryKey: ['order', guidKey],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { signal })).data,
  })
  if (order.error) return <Failure error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data) return <Skeleton height={320} radius="lg" />
  const { orderNumber, currAccDescription, salesPerson, qty, totals, lines } = order.data
  return (
    <section className={classes.card}>
      <IconCircleCheck size={56} stroke={1.4} color="#2b8a3e" aria-hidden />
      <h1 className={classes.title}>{t('placed.title')}</h1>
      <p className={classes.number}>
        {t('placed.number')} <bdi className="number">{orderNumber}</bdi>
      </p>
      <dl className={classes.facts}>
        <Fact name={t('cart.customer')}>{currAccDescription}</Fact>
        <Fact name={t('cart.agent')}>{salesPerson}</Fact>
        <Fact name={t('cart.lines')}>{lines.length}</Fact>
        <Fact name={t('cart.units')}>{qty}</Fact>
        <Fact name={t('cart.total')}>
          <Totals totals={totals} />
        </Fact>
      </dl>
      <Group justify="center" mt="lg">
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{t('placed.continue')}</Button>
        <Button variant="default" component="a" href="/siparisler/index">
          {t('placed.toOrders')}
        </Button>
      </Group>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
