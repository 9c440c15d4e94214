import { useRef, useState } from 'react'

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
export function useSelection<Row>(filterKey: string): Selection<Row> {
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

/** A list's selection as seen by the current page, whose rows are given in their current state. */
export function useTicks<Row>(
  selection: Selection<Row> | undefined,
  rows: Row[],
  rowKey: (row: Row) => string,
  total: number,
) {
  const lastTickedKey = useRef<string>(undefined)
  if (!selection) return undefined
  const { ticked, isAll } = selection
  const pageEntries = rows.map((row): [string, Row] => [rowKey(row), row])
  const pageRows = new Map(pageEntries)
  const tickedOnPage = pageEntries.filter(([key]) => ticked.has(key)).length
  const isTicked = (key: string) => isAll || ticked.has(key)
  return {
    isAll,
    tickAllMatching: selection.tickAllMatching,
    clear: selection.clear,
    isTicked,
    /** `isRange` includes all rows from the last one. */
    set: (index: number, isOn: boolean, isRange: boolean) => {
      const rangeStart = isRange ? pageEntries.findIndex(([key]) => key === lastTickedKey.current) : -1
      const from = rangeStart < 0 ? index : Math.min(index, rangeStart)
      const to = rangeStart < 0 ? index : Math.max(index, rangeStart)
      lastTickedKey.current = pageEntries[index]?.[0]
      // Unticking one row of all keeps the page's other rows.
      if (isAll && !isOn) selection.set(pageEntries, true)
      selection.set(pageEntries.slice(from, to + 1), isOn)
    },
    setPage: (isOn: boolean) => selection.set(pageEntries, isOn),
    isPageTicked: pageEntries.length > 0 && pageEntries.every(([key]) => isTicked(key)),
    isPagePartlyTicked: !isAll && tickedOnPage > 0 && tickedOnPage < pageEntries.length,
    /** On all pages. */
    count: isAll ? total : ticked.size,
    otherPagesCount: isAll ? total - pageEntries.length : ticked.size - tickedOnPage,
    tickedKeys: [...ticked.keys()],
    rows: [...ticked].map(([key, row]) => pageRows.get(key) ?? row),
  }
}
export type Ticks<Row> = NonNullable<ReturnType<typeof useTicks<Row>>>
