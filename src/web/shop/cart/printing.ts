import { useSyncExternalStore } from 'react'

let printing = false
let printedAt = new Date().toISOString()

export const useIsPrinting = () => useSyncExternalStore(onPrint, () => printing)

/** ISO instant of the last print. */
export const usePrintedAt = () => useSyncExternalStore(onPrint, () => printedAt)

function onPrint(heard: () => void): () => void {
  const change = ({ type }: Event) => {
    printing = type === 'beforeprint'
    if (printing) printedAt = new Date().toISOString()
    heard()
  }
  addEventListener('beforeprint', change)
  addEventListener('afterprint', change)
  return () => {
    removeEventListener('beforeprint', change)
    removeEventListener('afterprint', change)
  }
}
