import { create } from 'zustand'
import { afterPaint } from '#web/afterPaint.ts'
import type { CartLine } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'

const usePaintedLines = create<{ lines: CartLine[] }>(() => ({ lines: useCart.getState().lines }))

let isScheduled = false
useCart.subscribe(({ lines }, before) => {
  if (lines === before.lines || isScheduled) return
  isScheduled = true
  afterPaint(() => {
    isScheduled = false
    usePaintedLines.setState({ lines: useCart.getState().lines })
  })
})

/** The cart's lines after the next paint: totals of a thousand lines must not delay a press. */
export const useDeferredLines = (): CartLine[] => usePaintedLines((painted) => painted.lines)
