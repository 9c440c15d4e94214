import { useCallback, useSyncExternalStore } from 'react'
import type { Cart, CartLine } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import { findLine } from './cartGroups.ts'

/** By product id. */
const listeners = new Map<string, Set<() => void>>()

/** One subscription for all rows: asking each would cost more than the change. */
function notifyChangedLines({ lines }: Cart, before: Cart): void {
  if (lines === before.lines) return
  for (const [productId, lineListeners] of listeners) {
    if (findLine(lines, productId) === findLine(before.lines, productId)) continue
    for (const listener of lineListeners) listener()
  }
}
useCart.subscribe(notifyChangedLines)

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
export function useLine<Selected>(
  productId: string,
  select: (line: CartLine | undefined) => Selected,
): Selected {
  const subscribeToLine = useCallback((listener: () => void) => subscribe(productId, listener), [productId])
  return useSyncExternalStore(subscribeToLine, () => select(findLine(useCart.getState().lines, productId)))
}
