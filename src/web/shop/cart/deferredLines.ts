import { create } from 'zustand'
import { afterPaint } from '#web/afterPaint.ts'
import type { CartLine } from './cart.ts'
import { useCart } from './cartStore.ts'

const useCalm = create<{ lines: CartLine[] }>(() => ({ lines: useCart.getState().lines }))

let isDue = false
useCart.subscribe(({ lines }, before) => {
  if (lines === before.lines || isDue) return
  isDue = true
  afterPaint(() => {
    isDue = false
    useCalm.setState({ lines: useCart.getState().lines })
  })
})

/** The cart's lines after the next paint: totals of a thousand lines must not delay a press. */
export const useCalmLines = (): CartLine[] => useCalm((calm) => calm.lines)
