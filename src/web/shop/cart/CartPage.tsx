import { Alert, Button, Skeleton, Stack, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { useOrdersForOthers } from '../account.ts'
import { CartChanges } from './CartChanges.tsx'
import { CartLines } from './CartLines.tsx'
import classes from './CartPage.module.css'
import { ClearCart } from './ClearCart.tsx'
import type { CartLine } from './cart.ts'
import { useCart } from './cartStore.ts'
import { OrderForm } from './OrderForm.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useFreshCart } from './useFreshCart.ts'
import { orderOf, usePlaceOrder } from './usePlaceOrder.ts'

export function CartPage() {
  const navigate = useNavigate()
  const lines = useCart((cart) => cart.lines)
  const user = useSession((session) => session.user)
  const fresh = useFreshCart()
  const ordersForOthers = useOrdersForOthers()
  const [isChecked, setIsChecked] = useState(false)
  const order = usePlaceOrder(
    (guidKey) => void navigate({ to: '/cart/placed/$guidKey', params: { guidKey } }),
  )

  if (order.isSuccess) return <Skeleton height={320} radius="lg" />
  if (lines.length === 0) {
    return (
      <Empty title={t('cart.emptyTitle')}>
        <p>{t('cart.emptyText')}</p>
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{t('cart.toShop')}</Button>
      </Empty>
    )
  }
  const place = () => {
    const cart = useCart.getState()
    setIsChecked(true)
    if (cart.salesPersonCode && (cart.currAccCode || !ordersForOthers)) {
      order.mutate(orderOf(cart, isCustomer(user) ? user?.currAccCode : undefined))
    }
  }
  // A refusal speaks of the quantities that were sent: once they are changed it has nothing more to say.
  const isAsSent = order.variables !== undefined && quantities(order.variables.lines) === quantities(lines)
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
          <CartLines lines={lines} gone={fresh.gone} />
        </Stack>
        <aside className={classes.side} aria-label={t('cart.summary')}>
          {user && <OrderForm isChecked={isChecked} />}
          <OrderSummary lines={lines} />
          {order.error && isAsSent && <Refused error={order.error} />}
          {settings.orderAuthRequired && !user ? (
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

function quantities(lines: Pick<CartLine, 'productId' | 'qty'>[]): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}

/** Why the order was not placed, beside the button that was pressed. */
function Refused({ error }: { error: Error }) {
  const guidKey = useCart((cart) => cart.guidKey)
  const { code, lines = [] } = error instanceof CallFailed ? error : {}
  return (
    <Alert color="red" variant="light" role="alert" title={error.message}>
      {lines.length > 0 && <a href={`#${lines[0]?.productId}`}>{t('cart.seeLines')}</a>}
      {code === 'order.alreadyPlaced' && (
        <Link to="/cart/placed/$guidKey" params={{ guidKey }}>
          {t('order.title')}
        </Link>
      )}
    </Alert>
  )
}
