import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { OrderCard } from '../orders/OrderCard.tsx'
import { useCopyOrder } from '../orders/useCopyOrder.tsx'
import home from './HomePage.module.css'
import classes from './OrderAgain.module.css'

const shownOrders = 3

/** The newest orders, to order the same again. `account`: the customer whom an agent orders for. */
export function OrderAgain({ account }: { account: string | undefined }) {
  const userId = useSession((session) => session.user?.id)
  const { copy, busy, dialog } = useCopyOrder()
  const orders = useQuery({
    queryKey: ['orders', 'again', userId, account],
    queryFn: async ({ signal }) => {
      const input = { ...(account ? { customer: account } : {}), withPictures: true, limit: shownOrders }
      return (await api.post('/api/Shop/GetOrders', input, { signal })).data.items
    },
  })
  if (orders.isError || orders.data?.length === 0) return null
  return (
    <section className={home.shelf}>
      <div className={home.head}>
        <h2 className={home.title}>{t('home.again')}</h2>
        <Link to="/shop/orders" className={home.action}>
          {t('home.seeAll')}
        </Link>
      </div>
      <ul className={classes.list}>
        {orders.data
          ? orders.data.map((order) => (
              <OrderCard
                key={order.id}
                order={order}
                withCustomer={false}
                isBusy={busy === order.guidKey}
                onCopy={() => copy(order.guidKey)}
              />
            ))
          : Array.from({ length: shownOrders }, (_, at) => (
              <li key={at} className={classes.waiting} aria-hidden="true" />
            ))}
      </ul>
      {dialog}
    </section>
  )
}
