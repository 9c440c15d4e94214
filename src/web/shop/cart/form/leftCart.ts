import { create } from 'zustand'
import type { Cart } from '../stored/cart.ts'
import { useCart, useOtherCarts } from '../stored/cartStore.ts'

/** The customer chosen last in this tab, and the cart left then. */
export const useLeft = create<{ chosen: string; guidKey: string }>(() => ({ chosen: '', guidKey: '' }))

/** While its lines can still be moved. */
export function useLeftCart(): Cart | undefined {
  const { guidKey } = useLeft()
  const canReceive = useCart((cart) => cart.currAccCode !== '' && !cart.editing)
  const left = useOtherCarts(({ others }) => others.find((one) => one.guidKey === guidKey))
  return canReceive && left && left.lines.length > 0 ? left : undefined
}
