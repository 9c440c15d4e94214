import { useRef } from 'react'
import type { Selection } from './useSelection.ts'

/** A list's selection as seen by the current page. */
export type Ticks<Row> = {
  isTicked: (key: string) => boolean
  /** `isRange` includes all rows from the last one. */
  set: (index: number, isTicked: boolean, isRange: boolean) => void
  setPage: (isTicked: boolean) => void
  isPageTicked: boolean
  isPagePartlyTicked: boolean
  isAll: boolean
  tickAllMatching: () => void
  clear: () => void
  /** On all pages. */
  count: number
  /** How many are on other pages. */
  otherPagesCount: number
  tickedKeys: string[]
  /** Rows of this page in their current state. */
  rows: Row[]
}

type Options<Row> = {
  selection: Selection<Row> | undefined
  rows: Row[]
  rowKey: (row: Row) => string
  total: number
}

export function useTicks<Row>({ selection, rows, rowKey, total }: Options<Row>): Ticks<Row> | undefined {
  const lastTickedKey = useRef<string>(undefined)
  if (!selection) return undefined
  const { ticked, isAll, tickAllMatching, clear } = selection
  const pageRows = new Map(rows.map((row) => [rowKey(row), row]))
  const pageEntries = [...pageRows]
  const tickedOnPage = pageEntries.filter(([key]) => ticked.has(key)).length
  const isTicked = (key: string) => isAll || ticked.has(key)
  return {
    isTicked,
    set: (index, isOn, isRange) => {
      const rangeStart = isRange ? pageEntries.findIndex(([key]) => key === lastTickedKey.current) : -1
      const from = rangeStart < 0 ? index : Math.min(index, rangeStart)
      const to = rangeStart < 0 ? index : Math.max(index, rangeStart)
      lastTickedKey.current = pageEntries[index]?.[0]
      // Unticking one row of all keeps the page's other rows.
      if (isAll && !isOn) selection.set(pageEntries, true)
      selection.set(pageEntries.slice(from, to + 1), isOn)
    },
    setPage: (isOn) => selection.set(pageEntries, isOn),
    isPageTicked: pageEntries.length > 0 && pageEntries.every(([key]) => isTicked(key)),
    isPagePartlyTicked: !isAll && tickedOnPage > 0 && tickedOnPage < pageEntries.length,
    isAll,
    tickAllMatching,
    clear,
    count: isAll ? total : ticked.size,
    otherPagesCount: isAll ? total - pageEntries.length : ticked.size - tickedOnPage,
    tickedKeys: [...ticked.keys()],
    rows: [...ticked].map(([key, row]) => pageRows.get(key) ?? row),
  }
}
