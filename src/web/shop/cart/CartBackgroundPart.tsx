import { Suspense } from 'react'
import { useSession } from '#web/session.ts'
import { hasLiveCart } from '../account.ts'
import { lazyPart } from '../lazy.ts'
import { useCart, useOtherCarts } from './stored/cartStore.ts'

export const CartBackground = lazyPart(async () => (await import('./CartBackground.tsx')).CartBackground)

/** Only for customers with live carts, users with drafts, and orders to be sent. */
export function CartBackgroundPart() {
  const user = useSession((session) => session.user)
  const isOpenDraft = useCart((cart) => cart.draftVersion > 0)
  const isDraft = useOtherCarts(({ others }) => others.some((cart) => cart.draftVersion > 0)) || isOpenDraft
  const hasOrders = useOtherCarts(({ orders }) => orders.length > 0)
  if (!hasOrders && (!user || (!hasLiveCart(user) && !isDraft))) return null
  return (
    <Suspense>
      <CartBackground />
    </Suspense>
  )
}
