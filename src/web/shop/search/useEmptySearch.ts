import { useEffect } from 'react'
import { api } from '#web/api.ts'

/** Who still types has not searched for this yet. */
const settledMs = 2000
const noted = new Set<string>()

/** Tells the office of a search that found nothing, once a visit. Undefined: there is none. */
export function useEmptySearch(text: string | undefined): void {
  useEffect(() => {
    if (!text || noted.has(text)) return undefined
    const timer = setTimeout(() => {
      noted.add(text)
      // The reader has no part in it.
      void api.post('/api/Shop/NoteEmptySearch', { text }, { isQuiet: true }).catch(() => {})
    }, settledMs)
    return () => clearTimeout(timer)
  }, [text])
}
