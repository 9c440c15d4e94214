import { useEffect } from 'react'
import { keepSaving } from './draftSaving.ts'
import { FoundCart } from './FoundCart.tsx'
import { useFoundCart } from './foundCart.ts'
import { useCartSync, useIsSynced } from './useCartSync.ts'

/** Live-cart sync, offers of carts from other devices, and draft saving, on every shop page. */
export function CartCare() {
  const isSynced = useIsSynced()
  const { found, isAsked, settle } = useFoundCart(isSynced)
  useCartSync(isAsked)
  useEffect(keepSaving, [])
  return found && <FoundCart found={found} settle={settle} />
}
