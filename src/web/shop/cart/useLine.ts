import { useCallback, useSyncExternalStore } from 'react'
import type { Cart, CartLine } from './cart.ts'
import { lineOfId } from './cartGroups.ts'
import { useCart } from './cartStore.ts'

/** By product id. */
const listeners = new Map<string, Set<() => void>>()

/** One subscription for all rows: asking each would cost more than the change. */
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

/** Redraws when the selected value changes. */
export function useLine<Read>(productId: string, read: (line: CartLine | undefined) => Read): Read {
  const hear = useCallback((listener: () => void) => subscribe(productId, listener), [productId])
  return useSyncExternalStore(hear, () => read(lineOfId(useCart.getState().lines, productId)))
}
