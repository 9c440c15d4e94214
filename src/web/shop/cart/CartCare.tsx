import { useEffect } from 'react'
import { keepSaving } from './draftSaving.ts'
import { FoundCart } from './FoundCart.tsx'
import { useFoundCart } from './foundCart.ts'
import { useCartSync, useIsSynced } from './useCartSync.ts'

/**
 * What goes on with the cart of whoever is signed in, whichever page of the shop they are on: it is told to the
 * server, one from another device is offered, and a draft is saved.
 */
export function CartCare() {
  const isSynced = useIsSynced()
  const { found, isAsked, settle } = useFoundCart(isSynced)
  useCartSync(isAsked)
  useEffect(keepSaving, [])
  return found && <FoundCart found={found} settle={settle} />
}
