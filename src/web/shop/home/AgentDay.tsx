import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Sums } from '#shared/analysis/analysis.ts'
import { startOf } from '#shared/clock.ts'
import { api } from '#web/api.ts'
import { formatCount, formatTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { chooseCustomer } from '../cart/form/chooseCustomer.ts'
import { OrderState } from '../orders/OrderState.tsx'
import classes from './AgentDay.module.css'
import home from './HomePage.module.css'

const shownOrders = 20
const shownQuiet = 6
const quietDays = 14

/** An agent's day: what was ordered and by whom, what waits, and who has not ordered for long. */
export function AgentDay() {
  const userId = useSession((session) => session.user?.id)
  const day = useQuery({
    queryKey: ['home', 'day', userId],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetDashboard', {}, { signal })).data,
  })
  const today = day.data?.day
  const orders = useQuery({
    queryKey: ['orders', 'day', userId, today],
    queryFn: async ({ signal }) => {
      const dateFrom = startOf(today ?? '', settings.timeZone).toISOString()
      return (await api.post('/api/Shop/GetOrders', { dateFrom, limit: shownOrders }, { signal })).data.items
    },
    enabled: today !== undefined,
  })
  const quiet = useQuery({
    queryKey: ['home', 'quiet', userId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetQuietCustomers', { days: quietDays, limit: shownQuiet }, { signal })).data
        .items,
    staleTime: 600_000,
  })
  if (day.isError) return null
  return (
    <section className={home.shelf} aria-labelledby="agent-day">
      <div className={home.head}>
        <h2 className={home.title} id="agent-day">
          {t('home.today')}
        </h2>
        <Link to="/shop/orders" className={home.action}>
          {t('shop.orders')}
        </Link>
      </div>
      <dl className={classes.facts}>
        <Fact name={t('shop.orders')} value={day.data?.today.orders} />
        <Fact name={t('home.customers')} value={day.data?.customersToday} />
        <Fact name={t('home.waiting')} value={day.data?.held} />
        <div>
          <dt>{t('cart.total')}</dt>
          <dd>{day.data ? <Sum sums={day.data.today} /> : '…'}</dd>
        </div>
      </dl>
      <div className={classes.lists}>
        <div className={classes.box}>
          <h3 className={classes.heading}>{t('home.ordersToday')}</h3>
          {orders.data?.length === 0 && <p className={classes.none}>{t('home.noOrdersToday')}</p>}
          <ul className={classes.list}>
            {orders.data?.map((order) => (
              <li key={order.id}>
                <Link to="/cart/$guidKey" params={{ guidKey: order.guidKey }} className={classes.row}>
                  <span className={classes.time}>{formatTime(order.orderDate)}</span>
                  <span className={classes.name}>{order.customer}</span>
                  <OrderState order={order} />
                  <strong>
                    <Totals totals={order.totals} />
                  </strong>
                </Link>
              </li>
            ))}
          </ul>
        </div>
        {quiet.data && quiet.data.length > 0 && (
          <div className={classes.box}>
            <h3 className={classes.heading}>{t('home.quiet')}</h3>
            <ul className={classes.list}>
              {quiet.data.map((one) => (
                <li key={one.currAccCode}>
                  <button
                    type="button"
                    className={classes.row}
                    onClick={() => chooseCustomer(one.currAccCode, undefined)}
                  >
                    <span className={classes.name}>{one.currAccDescription}</span>
                    <span className={classes.time}>{t('home.quietDays', { count: one.days })}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '…' : formatCount(value)}</dd>
    </div>
  )
}

const Sum = ({ sums }: { sums: Sums }) =>
  sums.totals.length === 0 ? formatCount(0) : <Totals totals={sums.totals} />
