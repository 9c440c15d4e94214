import type { Undo } from '#web/notify.ts'
import { useCart } from './cartStore.ts'

/** Ends when the open cart is ordered or replaced: the lines would land in the wrong cart. */
export function undoInCart(undo: () => void): Required<Undo> {
  const { guidKey } = useCart.getState()
  const isOver = () => useCart.getState().guidKey !== guidKey
  return {
    undo: async () => undo(),
    onExpired: (end) => {
      if (isOver()) end()
      return useCart.subscribe(() => {
        if (isOver()) end()
      })
    },
  }
}
