import type { ReactNode } from 'react'

/** `name` is what stands above the column, and in a phone's card beside the value; no two are alike. */
export type Column<Row, Sort extends string = never> = {
  /** What its place is remembered by and what it is called in an export; what it sorts by where absent. */
  key?: string
  name: string
  sort?: Sort
  isNumber?: boolean
  /** Not there for this tenant or user, nor to be chosen. */
  isHidden?: boolean
  /** There to be chosen, and not shown until it is. */
  isOptional?: boolean
  cell: (row: Row) => ReactNode
}
type AnyColumn = Pick<Column<never, string>, 'key' | 'name' | 'sort' | 'isHidden' | 'isOptional'>

/** What somebody made of a list's columns: their order, and which are shown where that is not as it comes. */
export type ColumnChoice = { order: string[]; shown: Record<string, boolean> }
export const noChoice: ColumnChoice = { order: [], shown: {} }

export const keyOf = ({ key, sort, name }: AnyColumn): string => key ?? sort ?? name

/** All columns that can be chosen, as they were put in order. The first names the row: it stays, and stays first. */
export function ordered<Of extends AnyColumn>(columns: Of[], { order }: ColumnChoice): Of[] {
  const [first, ...others] = columns.filter((column) => !column.isHidden)
  if (!first) return []
  const places = new Map(order.map((key, index) => [key, index]))
  // What is newer than the choice stands where it stands by default: behind the one before it.
  let before = -1
  const placed = others.map((column) => {
    const place = places.get(keyOf(column))
    if (place === undefined) return { column, place: before + 0.5 }
    before = place
    return { column, place }
  })
  return [first, ...placed.toSorted((a, b) => a.place - b.place).map(({ column }) => column)]
}

export const isShown = (column: AnyColumn, { shown }: ColumnChoice): boolean =>
  shown[keyOf(column)] ?? !column.isOptional

/** The columns that a table shows, in their order. */
export function chosen<Of extends AnyColumn>(columns: Of[], choice: ColumnChoice): Of[] {
  return ordered(columns, choice).filter((column, index) => index === 0 || isShown(column, choice))
}

/** A choice as it was kept; none where what was kept is no choice. */
export function readChoice(kept: string | undefined): ColumnChoice {
  try {
    const { order, shown } = JSON.parse(kept ?? '')
    const isOrder = Array.isArray(order) && order.every((key) => typeof key === 'string')
    const isMap = typeof shown === 'object' && shown !== null && !Array.isArray(shown)
    return isOrder && isMap ? { order, shown } : noChoice
  } catch {
    return noChoice
  }
}
