import { useState } from 'react'
import type { List } from './useList.ts'

export type Selection<Row> = {
  /** In the order they were ticked. */
  ticked: ReadonlyMap<string, Row>
  /** All rows that match the filters, on all pages. */
  isAll: boolean
  set: (rows: [key: string, row: Row][], isTicked: boolean) => void
  tickAllMatching: () => void
  clear: () => void
}

/** Ticks survive paging, sorting and filtering. 'All' lasts until the filters change. */
export function useSelection<Row>({ filterKey }: List<Row>): Selection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const [allTickedFor, setAllTickedFor] = useState<string>()
  return {
    ticked,
    isAll: allTickedFor === filterKey,
    set: (rows, isTicked) => {
      setAllTickedFor(undefined)
      setTicked((before) => {
        const next = new Map(before)
        for (const [key, row] of rows) {
          if (isTicked) next.set(key, row)
          else next.delete(key)
        }
        return next
      })
    },
    tickAllMatching: () => setAllTickedFor(filterKey),
    clear: () => {
      setAllTickedFor(undefined)
      setTicked(new Map())
    },
  }
}
