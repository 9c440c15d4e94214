import { useSyncExternalStore } from 'react'

let isPrinting = false
let printedAt = new Date().toISOString()

export const useIsPrinting = () => useSyncExternalStore(onPrint, () => isPrinting)

/** ISO instant of the last print. */
export const usePrintedAt = () => useSyncExternalStore(onPrint, () => printedAt)

function onPrint(notify: () => void): () => void {
  const change = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    if (isPrinting) printedAt = new Date().toISOString()
    notify()
  }
  addEventListener('beforeprint', change)
  addEventListener('afterprint', change)
  return () => {
    removeEventListener('beforeprint', change)
    removeEventListener('afterprint', change)
  }
}
