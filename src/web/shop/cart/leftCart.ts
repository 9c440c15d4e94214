import { create } from 'zustand'
import type { Cart } from './cart.ts'
import { useCart, useOtherCarts } from './cartStore.ts'

/** Whom somebody has chosen last in this tab, and the key of the cart that was left then, until another one is left. */
export const useLeft = create<{ chosen: string; guidKey: string }>(() => ({ chosen: '', guidKey: '' }))

/** The cart that was left and still waits, for as long as its lines can be taken along into the one that is open. */
export function useLeftCart(): Cart | undefined {
  const { guidKey } = useLeft()
  const isTaker = useCart((cart) => cart.currAccCode !== '' && !cart.editing)
  const left = useOtherCarts(({ others }) => others.find((one) => one.guidKey === guidKey))
  return isTaker && left && left.lines.length > 0 ? left : undefined
}
