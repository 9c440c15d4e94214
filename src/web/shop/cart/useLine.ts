import { useCallback, useSyncExternalStore } from 'react'
import type { Cart, CartLine } from './cart.ts'
import { useCart } from './cartStore.ts'
import { lineOfId } from './structure.ts'

/** Who wants to hear of a line, by its id. */
const listeners = new Map<string, Set<() => void>>()

/**
 * Of a thousand rows only those hear of a change whose own line it is: asking each of them takes longer than the change
 * itself.
 */
function tell({ lines }: Cart, before: Cart): void {
  if (lines === before.lines) return
  for (const [productId, heard] of listeners) {
    if (lineOfId(lines, productId) === lineOfId(before.lines, productId)) continue
    for (const listener of heard) listener()
  }
}
useCart.subscribe(tell)

function subscribe(productId: string, listener: () => void): () => void {
  const heard = listeners.get(productId) ?? new Set()
  listeners.set(productId, heard)
  heard.add(listener)
  return () => {
    heard.delete(listener)
    if (heard.size === 0) listeners.delete(productId)
  }
}

/** What `read` makes of one line of the cart: drawn again where that becomes another value. */
export function useLine<Read>(productId: string, read: (line: CartLine | undefined) => Read): Read {
  const hear = useCallback((listener: () => void) => subscribe(productId, listener), [productId])
  return useSyncExternalStore(hear, () => read(lineOfId(useCart.getState().lines, productId)))
}
