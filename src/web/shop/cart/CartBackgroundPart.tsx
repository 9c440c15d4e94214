import { Suspense } from 'react'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { lazyPart } from '../lazy.ts'
import { useCart, useOtherCarts } from './cartStore.ts'

const CartCare = lazyPart(async () => (await import('./CartBackground.tsx')).CartCare)

/** Only for customers with live carts and users with drafts. */
export function CartCarePart() {
  const user = useSession((session) => session.user)
  const isOpenDraft = useCart((cart) => cart.draftVersion > 0)
  const isDraft = useOtherCarts(({ others }) => others.some((cart) => cart.draftVersion > 0)) || isOpenDraft
  const isTold = isCustomer(user) && settings.onlineExpire > 0
  if (!user || (!isTold && !isDraft)) return null
  return (
    <Suspense>
      <CartCare />
    </Suspense>
  )
}
