import type { Undo } from '#web/notify.ts'
import { useCart } from './cartStore.ts'

/**
 * Something that can be taken back in the cart that is open now. Once that is ordered, or another one is open, it
 * means nothing any more: the same lines would come into a cart that they were never in.
 */
export function undoHere(undo: () => void): Required<Undo> {
  const { guidKey } = useCart.getState()
  const isOver = () => useCart.getState().guidKey !== guidKey
  return {
    undo: async () => undo(),
    endsBy: (end) => {
      if (isOver()) end()
      return useCart.subscribe(() => {
        if (isOver()) end()
      })
    },
  }
}
