import { useEffect } from 'react'
import { maxOrderLines } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { isCustomer, isSignedIn, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import type { Cart } from './cart.ts'
import { useCart } from './cartStore.ts'

/** Only customers, and only if the tenant sets an interval. */
export function useIsSynced(): boolean {
  const isDealer = useSession((session) => isCustomer(session.user))
  return isDealer && settings.onlineExpire > 0
}

/**
 * Sends every `onlineExpire` seconds while visible, and at once when emptied. `isReady`: a lost cart must be
 * asked for first.
 */
export function useCartSync(isReady: boolean): void {
  const isOn = useIsSynced() && isReady
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void sendCart(useCart.getState())
    }, settings.onlineExpire * 1000)
    const unsubscribe = useCart.subscribe((cart, before) => {
      if (cart.lines.length === 0 && before.lines.length > 0) void sendCart(cart)
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [isOn])
}

const syncTimeoutMs = 30_000
let isSending = false

/** Silent on failure; the next one sends everything. */
async function sendCart({ guidKey, orderType, lines }: Cart): Promise<void> {
  // The server refuses carts beyond one order. A sign-out in any tab stops sending.
  if (!isSignedIn() || isSending || lines.length > maxOrderLines) return
  isSending = true
  await api
    .post(
      '/api/Shop/PostLogCart',
      lines.map(({ productId, qty, priceCurrencyCode, unitPrice }) => ({
        productId,
        qty,
        currency: priceCurrencyCode,
        unitPrice,
      })),
      { isQuiet: true, signal: AbortSignal.timeout(syncTimeoutMs), headers: { cartKey: guidKey, orderType } },
    )
    .catch(() => {})
  isSending = false
}
