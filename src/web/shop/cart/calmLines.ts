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

/** The cart's lines as they could be seen last: sums and checks of a thousand lines follow a press, and never delay it. */
export const useCalmLines = (): CartLine[] => useCalm((calm) => calm.lines)
