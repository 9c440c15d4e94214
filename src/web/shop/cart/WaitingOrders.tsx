import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { useOrdersForOthers } from '../account.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import classes from './CartBackground.module.css'
import { startSending, stopPlacing, usePlacing } from './placing/placing.ts'
import type { Order } from './stored/cart.ts'
import { useCart, useOtherCarts } from './stored/cartStore.ts'

/** Sends orders, also those of an earlier visit, and shows which wait. The cart page shows its own. */
export function WaitingOrders() {
  const orders = useOtherCarts((carts) => carts.orders)
  const openKey = useCart((cart) => cart.guidKey)
  const isCart = useLocation({ select: ({ pathname }) => pathname === '/cart' })
  const sentKey = usePlacing(({ placing }) => (placing.step === 'sending' ? placing.order.guidKey : ''))
  useEffect(startSending, [])
  return orders
    .filter(({ guidKey }) => guidKey !== sentKey && !(isCart && guidKey === openKey))
    .map((order) => <WaitingOrder key={order.guidKey} order={order} />)
}

function WaitingOrder({ order: { guidKey, currAccCode } }: { order: Order }) {
  const ordersForOthers = useOrdersForOthers()
  return (
    <section className={classes.banner} aria-label={t('ordering.cart.waiting')}>
      <IconClockPause className={classes.icon} size={24} stroke={1.6} aria-hidden />
      <p className={classes.text} role="status">
        <strong>{t('ordering.cart.waiting')}.</strong>{' '}
        {ordersForOthers && t('ordering.cart.otherOnItsWay', { customer: nameOfCustomer(currAccCode) })}{' '}
        {t('ordering.cart.keptAndSent')}
      </p>
      <div className={classes.actions}>
        <Button size="sm" variant="default" px="sm" onClick={() => stopPlacing(guidKey)}>
          {t('ordering.cart.stopSending')}
        </Button>
      </div>
    </section>
  )
}
