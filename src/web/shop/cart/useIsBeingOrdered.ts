import { useCart, useOtherCarts } from './cartStore.ts'
import { isBeingOrdered } from './carts.ts'

/** Whether the open cart was ordered, and the server has not answered yet. */
export function useIsBeingOrdered(): boolean {
  const guidKey = useCart((cart) => cart.guidKey)
  return useOtherCarts((carts) => isBeingOrdered(carts, guidKey))
}
