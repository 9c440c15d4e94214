import { useRef } from 'react'
import type { Selection } from './useSelection.ts'

/** The ticks of a list as the page in sight has them. */
export type Ticks<Row> = {
  isTicked: (key: string) => boolean
  /** Ticks or unticks a row; `isRange` all from the one that was ticked before. */
  set: (index: number, isTicked: boolean, isRange: boolean) => void
  setPage: (isTicked: boolean) => void
  isPage: boolean
  isPartOfPage: boolean
  isAll: boolean
  takeAll: () => void
  clear: () => void
  /** How many are ticked, on whatever page. */
  count: number
  /** How many of them other pages have. */
  elsewhere: number
  keys: string[]
  /** The ticked rows; those of the page as they are now. */
  rows: Row[]
}

type Of<Row> = {
  selection: Selection<Row> | undefined
  rows: Row[]
  rowKey: (row: Row) => string
  total: number
}

export function useTicks<Row>({ selection, rows, rowKey, total }: Of<Row>): Ticks<Row> | undefined {
  const last = useRef<string>(undefined)
  if (!selection) return undefined
  const { ticked, isAll, takeAll, clear } = selection
  const here = new Map(rows.map((row) => [rowKey(row), row]))
  const pairs = [...here]
  const tickedHere = pairs.filter(([key]) => ticked.has(key)).length
  const isTicked = (key: string) => isAll || ticked.has(key)
  return {
    isTicked,
    set: (index, isOn, isRange) => {
      const before = isRange ? pairs.findIndex(([key]) => key === last.current) : -1
      const from = before < 0 ? index : Math.min(index, before)
      const to = before < 0 ? index : Math.max(index, before)
      last.current = pairs[index]?.[0]
      // Whoever takes one out of all goes on with the others of the page.
      if (isAll && !isOn) selection.set(pairs, true)
      selection.set(pairs.slice(from, to + 1), isOn)
    },
    setPage: (isOn) => selection.set(pairs, isOn),
    isPage: pairs.length > 0 && pairs.every(([key]) => isTicked(key)),
    isPartOfPage: !isAll && tickedHere > 0 && tickedHere < pairs.length,
    isAll,
    takeAll,
    clear,
    count: isAll ? total : ticked.size,
    elsewhere: isAll ? total - pairs.length : ticked.size - tickedHere,
    keys: [...ticked.keys()],
    rows: [...ticked].map(([key, row]) => here.get(key) ?? row),
  }
}
