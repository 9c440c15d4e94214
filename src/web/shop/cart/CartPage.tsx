import { Alert, Button, Stack, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isSignedIn } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useOrdersForOthers } from '../account.ts'
import { CartChanges } from './CartChanges.tsx'
import { CartLines } from './CartLines.tsx'
import classes from './CartPage.module.css'
import { ClearCart } from './ClearCart.tsx'
import { clearLines, useCart } from './cartStore.ts'
import { OrderForm } from './OrderForm.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useFreshCart } from './useFreshCart.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

export function CartPage() {
  const navigate = useNavigate()
  const lines = useCart((cart) => cart.lines)
  const fresh = useFreshCart()
  const ordersForOthers = useOrdersForOthers()
  const [isChecked, setIsChecked] = useState(false)
  const order = usePlaceOrder((guidKey) => {
    clearLines()
    void navigate({ to: '/cart/placed/$guidKey', params: { guidKey } })
  })

  if (lines.length === 0) {
    return (
      <Empty title={t('cart.emptyTitle')}>
        <p>{t('cart.emptyText')}</p>
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{t('cart.toShop')}</Button>
      </Empty>
    )
  }
  const mustSignIn = settings.orderAuthRequired && !isSignedIn()
  const place = () => {
    const { salesPersonCode, currAccCode } = useCart.getState()
    setIsChecked(true)
    if (salesPersonCode && (currAccCode || !ordersForOthers)) order.mutate()
  }
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {t('cart.title')}
        </Title>
        <ClearCart />
      </div>
      <div className={classes.columns}>
        <Stack gap="sm">
          <CartChanges fresh={fresh} />
          {order.error && (
            <Alert color="red" variant="light" role="alert" title={order.error.message}>
              {order.error instanceof CallFailed && order.error.lines.length > 0 && t('cart.seeLines')}
              {order.error instanceof CallFailed && order.error.code === 'order.alreadyPlaced' && (
                <PlacedLink />
              )}
            </Alert>
          )}
          <CartLines lines={lines} gone={fresh.gone} />
        </Stack>
        <aside className={classes.side} aria-label={t('cart.summary')}>
          {isSignedIn() && <OrderForm isChecked={isChecked} />}
          <OrderSummary lines={lines} />
          {mustSignIn ? (
            <Button
              size="lg"
              renderRoot={(props) => <Link to="/login" search={{ redirect: '/cart' }} {...props} />}
            >
              {t('cart.loginToProcess')}
            </Button>
          ) : (
            <Button size="lg" loading={order.isPending} onClick={place}>
              {t('cart.placeOrder')}
            </Button>
          )}
        </aside>
      </div>
    </>
  )
}

/** To the order that this cart has already become. */
function PlacedLink() {
  const guidKey = useCart((cart) => cart.guidKey)
  return (
    <Link to="/cart/placed/$guidKey" params={{ guidKey }}>
      {t('order.title')}
    </Link>
  )
}
