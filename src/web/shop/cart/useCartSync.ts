import { useEffect } from 'react'
import { maxOrderLines } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { isCustomer, isSignedIn, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import type { Cart } from './cart.ts'
import { useCart } from './cartStore.ts'

/** Whether carts are told to the server at all: those of customers, where the tenant says how often. */
export function useIsSynced(): boolean {
  const isDealer = useSession((session) => isCustomer(session.user))
  return isDealer && settings.onlineExpire > 0
}

/**
 * Tells the server every `onlineExpire` seconds what is in the cart, while the page is looked at, and at once when the
 * cart has just become empty. Until `isReady` nothing is sent: a cart that this browser has lost is asked for first.
 */
export function useCartSync(isReady: boolean): void {
  const isOn = useIsSynced() && isReady
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void tell(useCart.getState())
    }, settings.onlineExpire * 1000)
    const unsubscribe = useCart.subscribe((cart, before) => {
      if (cart.lines.length === 0 && before.lines.length > 0) void tell(cart)
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [isOn])
}

/** An answer that takes longer than this, in milliseconds, is not waited for. */
const patience = 30_000
let isUnderWay = false

/** Nothing is said of a failure: the next time says it all again. */
async function tell({ guidKey, orderType, lines }: Cart): Promise<void> {
  // What is more than one order the server does not take, and the cart's own page says so.
  // After a sign-out, here or in another tab, there is nobody to speak for.
  if (!isSignedIn() || isUnderWay || lines.length > maxOrderLines) return
  isUnderWay = true
  await api
    .post(
      '/api/Shop/PostLogCart',
      lines.map(({ productId, qty, priceCurrencyCode, unitPrice }) => ({
        productId,
        qty,
        currency: priceCurrencyCode,
        unitPrice,
      })),
      { isQuiet: true, signal: AbortSignal.timeout(patience), headers: { cartKey: guidKey, orderType } },
    )
    .catch(() => {})
  isUnderWay = false
}
