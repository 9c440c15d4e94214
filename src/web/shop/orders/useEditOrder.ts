import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mayAmend } from '#shared/orders/orderStates.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { openCart, syncCarts } from '../cart/stored/cartStore.ts'
import { cartOfOrder } from '../cart/stored/editing.ts'
import { orderQuery } from './orderQuery.ts'

/** Opens a placed order as the cart; the open cart is set aside. */
export function useEditOrder(guidKey: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  const enable = async (orderNumber: string) => {
    const isConfirmed = await confirm({
      title: t('ordering.order.enableTitle', { number: orderNumber }),
      text: t('ordering.order.enableText'),
      action: t('ordering.order.enable'),
    })
    if (!isConfirmed) return
    const { editing } = syncCarts()
    if (editing) throw new Error(t('ordering.order.otherOpen', { number: editing.orderNumber }))
    const order = await queryClient.fetchQuery({ ...orderQuery(guidKey), staleTime: 0 })
    // The reloaded page says why.
    if (!mayAmend(order)) return
    const cart = syncCarts()
    const hasLines = cart.lines.length > 0
    // Even an empty cart, for its customer.
    openCart(cartOfOrder(order, hasLines || cart.currAccCode !== '' ? cart : null))
    if (hasLines) notifyDone(t('ordering.order.cartAside'))
    await navigate({ to: '/cart' })
  }
  return {
    isBusy,
    enable: (orderNumber: string) => {
      setIsBusy(true)
      void enable(orderNumber)
        .catch(notifyFailure)
        .finally(() => setIsBusy(false))
    },
  }
}
