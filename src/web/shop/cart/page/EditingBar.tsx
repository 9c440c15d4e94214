import { Button, Group, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayAmend } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { lazyPart } from '../../lazy.ts'
import { orderQuery } from '../../orders/orderQuery.ts'
import { stopPlacing, usePlacing } from '../placing/placing.ts'
import type { Editing } from '../stored/cart.ts'
import { changeCart, updateCart, useCart } from '../stored/cartStore.ts'
import { afterEditing, isChanged } from '../stored/editing.ts'
import classes from './EditingBar.module.css'

const OrderConflict = lazyPart(async () => (await import('./OrderConflict.tsx')).OrderConflict)

/** Shown above an order being amended. */
export function EditingBar() {
  const editing = useCart((cart) => cart.editing)
  const guidKey = useCart((cart) => cart.guidKey)
  // The key resets the state for another order.
  return editing ? <Bar key={guidKey} guidKey={guidKey} editing={editing} /> : null
}

function Bar({ guidKey, editing }: { guidKey: string; editing: Editing }) {
  const queryClient = useQueryClient()
  const editable = useCart((cart) => cart.editable)
  const hasChanges = useCart(isChanged)
  const [overtaken, setOvertaken] = useState<OrderDetail>()
  const isRefused = usePlacing(({ placing }) => isVersionRefusal(placing, guidKey))

  const reloadOrder = () => queryClient.fetchQuery({ ...orderQuery(guidKey), staleTime: 0 })
  const enable = async () => {
    const isConfirmed = await confirm({
      title: t('ordering.order.enableTitle', { number: editing.orderNumber }),
      text: t('ordering.order.enableText'),
      action: t('ordering.order.enable'),
    })
    if (!isConfirmed) return
    const order = await reloadOrder()
    if (order.version === editing.version && mayAmend(order)) {
      changeCart({ editable: true, changedAt: Date.now() })
    } else setOvertaken(order)
  }
  return (
    <section
      className={classes.bar}
      aria-label={t('ordering.order.editing', { number: editing.orderNumber })}
    >
      <div className={classes.head}>
        <p className={classes.title}>
          <Link to="/cart/$guidKey" params={{ guidKey }}>
            {t('ordering.order.editing', { number: editing.orderNumber })}
          </Link>{' '}
          <span>{editable ? stateText(hasChanges) : t('cart.enableEditingFirst')}</span>
        </p>
        <Group gap="sm">
          {!editable && (
            <Button size="sm" onClick={() => void enable().catch(notifyFailure)}>
              {t('ordering.order.enable')}
            </Button>
          )}
          <StopEditing guidKey={guidKey} hasChanges={hasChanges} />
        </Group>
      </div>
      {(overtaken || isRefused) && (
        <Suspense fallback={<Skeleton height={80} mt="sm" />}>
          <OrderConflict
            editing={editing}
            order={overtaken}
            load={reloadOrder}
            onSettled={() => {
              setOvertaken(undefined)
              stopPlacing(guidKey)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

const stateText = (hasChanges: boolean) =>
  hasChanges ? t('ordering.order.openChanged') : t('ordering.order.open')

function isVersionRefusal(
  placing: ReturnType<typeof usePlacing.getState>['placing'],
  guidKey: string,
): boolean {
  if (placing.step !== 'refused' || placing.order.guidKey !== guidKey) return false
  if (!(placing.error instanceof CallFailed)) return false
  const { code } = placing.error
  return code === 'record.changed' || code === 'order.transferred' || code === 'order.cancelled'
}

/** Leaves the order and reopens the previous cart. */
function StopEditing({ guidKey, hasChanges }: { guidKey: string; hasChanges: boolean }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const stop = async () => {
    const isMeant =
      !hasChanges ||
      (await confirm({
        title: t('ordering.order.stopTitle'),
        text: t('ordering.order.stopText'),
        action: t('ordering.order.stop'),
        cancel: t('ordering.order.goOn'),
        isDangerous: true,
      }))
    if (!isMeant) return
    stopPlacing(guidKey)
    // A save in flight may still arrive.
    void queryClient.invalidateQueries({ queryKey: ['order', guidKey] })
    // Another tab may have reopened the cart meanwhile.
    updateCart((cart) => (cart.guidKey === guidKey ? afterEditing(cart) : {}))
    void navigate({ to: '/cart/$guidKey', params: { guidKey } })
  }
  return (
    <Button size="sm" variant="default" onClick={() => void stop()}>
      {t('ordering.order.stop')}
    </Button>
  )
}
