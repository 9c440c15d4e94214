import { useShallow } from 'zustand/react/shallow'
import type { Money } from '#shared/orders.ts'
import { type CartLine, totalPieces, totalsOf } from '../cart/cart.ts'
import { useCart } from '../cart/cartStore.ts'

/** Sums of the matching cart lines; redraws only when one of them changes. */
export function useSums(isIncluded: (line: CartLine) => boolean): {
  pieces: number
  totals: Money[]
} {
  const lines = useCart(useShallow((cart) => cart.lines.filter(isIncluded)))
  return { pieces: totalPieces(lines), totals: totalsOf(lines) }
}
