import { Suspense } from 'react'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { lazyPart } from '../lazy.ts'
import { useCart, useOtherCarts } from './cartStore.ts'

const CartBackground = lazyPart(async () => (await import('./CartBackground.tsx')).CartBackground)

/** Only for customers with live carts and users with drafts. */
export function CartBackgroundPart() {
  const user = useSession((session) => session.user)
  const isOpenDraft = useCart((cart) => cart.draftVersion > 0)
  const isDraft = useOtherCarts(({ others }) => others.some((cart) => cart.draftVersion > 0)) || isOpenDraft
  const isSynced = isCustomer(user) && settings.onlineExpire > 0
  if (!user || (!isSynced && !isDraft)) return null
  return (
    <Suspense>
      <CartBackground />
    </Suspense>
  )
}
