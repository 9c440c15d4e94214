import { useCart, useOtherCarts } from '../stored/cartStore.ts'
import { isBeingOrdered } from '../stored/carts.ts'

/** Whether the open cart was ordered, and the server has not answered yet. */
export function useIsBeingOrdered(): boolean {
  const guidKey = useCart((cart) => cart.guidKey)
  return useOtherCarts((carts) => isBeingOrdered(carts, guidKey))
}
