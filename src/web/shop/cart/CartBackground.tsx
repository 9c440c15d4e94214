import { useEffect } from 'react'
import { startAutosave } from './draftSaving.ts'
import { FoundCart } from './FoundCart.tsx'
import { useFoundCart } from './foundCart.ts'
import { useCartSync, useIsSynced } from './useCartSync.ts'

/** Live-cart sync, offers of carts from other devices, and draft saving, on every shop page. */
export function CartBackground() {
  const isSynced = useIsSynced()
  const { found, hasAnswered, settle } = useFoundCart(isSynced)
  useCartSync(hasAnswered)
  useEffect(startAutosave, [])
  return found && <FoundCart found={found} settle={settle} />
}
