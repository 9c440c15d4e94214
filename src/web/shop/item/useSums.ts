import { useShallow } from 'zustand/react/shallow'
import type { Money } from '#shared/orders.ts'
import { type CartLine, totalPieces, totalsOf } from '../cart/cart.ts'
import { useCart } from '../cart/cartStore.ts'

/** What those lines of the cart come to that are meant; rendered anew only when one of them changes. */
export function useSums(isMeant: (line: CartLine) => boolean): {
  pieces: number
  totals: Money[]
} {
  const lines = useCart(useShallow((cart) => cart.lines.filter(isMeant)))
  return { pieces: totalPieces(lines), totals: totalsOf(lines) }
}
