import { useState } from 'react'
import type { List } from './useList.ts'

/** The rows that somebody has ticked, whichever page they are on. */
export type Selection<Row> = {
  /** By their keys, in the order in which they were ticked. */
  ticked: ReadonlyMap<string, Row>
  /** Everything that the list's filters let through, pages never seen included. */
  isAll: boolean
  set: (rows: [key: string, row: Row][], isTicked: boolean) => void
  takeAll: () => void
  clear: () => void
}

/**
 * What is ticked in a list: it survives paging, sorting and other filters. All that match is only as long as the same
 * filters say what matches.
 */
export function useSelection<Row>({ matching }: List<Row>): Selection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const [allOf, setAllOf] = useState<string>()
  return {
    ticked,
    isAll: allOf === matching,
    set: (rows, isTicked) => {
      setAllOf(undefined)
      setTicked((before) => {
        const next = new Map(before)
        for (const [key, row] of rows) {
          if (isTicked) next.set(key, row)
          else next.delete(key)
        }
        return next
      })
    },
    takeAll: () => setAllOf(matching),
    clear: () => {
      setAllOf(undefined)
      setTicked(new Map())
    },
  }
}
