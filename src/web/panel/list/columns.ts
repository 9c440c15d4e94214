import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'

/** `name` is unique. */
export type Column<Row, Sort extends string = never> = {
  /** Key for storage and export; defaults to `sort`. */
  key?: string
  name: string
  sort?: Sort
  isNumber?: boolean
  /** Longer text, such as a name, that should not break into many short lines. */
  isWide?: boolean
  /** Its name is shown beside it on phones, which have no headings. The name of a number always is. */
  isNamed?: boolean
  /** Does not exist for this tenant or user. */
  isHidden?: boolean
  /** Hidden by default. */
  isOptional?: boolean
  /** A number is a count. */
  cell: (row: Row) => ReactNode
}

export type AnyColumn = Pick<Column<never, string>, 'key' | 'name' | 'sort' | 'isHidden' | 'isOptional'>

/** Order and visibility, where they differ from the default. */
export type ColumnChoice = { order: string[]; shown: Record<string, boolean> }
export const defaultChoice: ColumnChoice = { order: [], shown: {} }

export const columnKey = ({ key, sort, name }: AnyColumn): string => key ?? sort ?? name

/** Includes hidden ones that can be chosen. The first column names the row, so it stays first. */
export function orderedColumns<C extends AnyColumn>(columns: C[], { order }: ColumnChoice): C[] {
  const [first, ...others] = columns.filter((column) => !column.isHidden)
  if (!first) return []
  const positions = new Map(order.map((key, index) => [key, index]))
  // A column newer than the stored order goes behind its default predecessor.
  let previousPosition = -1
  const placed = others.map((column) => {
    const position = positions.get(columnKey(column))
    if (position === undefined) return { column, position: previousPosition + 0.5 }
    previousPosition = position
    return { column, position }
  })
  return [first, ...placed.toSorted((a, b) => a.position - b.position).map(({ column }) => column)]
}

export const isShown = (column: AnyColumn, { shown }: ColumnChoice): boolean =>
  shown[columnKey(column)] ?? !column.isOptional

export function visibleColumns<C extends AnyColumn>(columns: C[], choice: ColumnChoice): C[] {
  return orderedColumns(columns, choice).filter((column, index) => index === 0 || isShown(column, choice))
}

/** `defaultChoice` if the stored text is invalid. */
export function parseChoice(stored: string | undefined): ColumnChoice {
  try {
    const { order, shown } = JSON.parse(stored ?? '')
    const isOrder = Array.isArray(order) && order.every((key) => typeof key === 'string')
    const isMap = typeof shown === 'object' && shown !== null && !Array.isArray(shown)
    return isOrder && isMap ? { order, shown } : defaultChoice
  } catch {
    return defaultChoice
  }
}

export type ColumnSettings = {
  choice: ColumnChoice
  setChoice: (choice: ColumnChoice) => void
  reset: () => void
}

/** Stored per user and device. */
export function useColumns(list: string | undefined): ColumnSettings {
  const user = useSession((session) => session.user?.id ?? '')
  const [choice, setChoice, reset] = useLocalStorage({
    key: `columns ${list} ${user}` satisfies StoredKey,
    defaultValue: defaultChoice,
    getInitialValueInEffect: false,
    deserialize: parseChoice,
  })
  return { choice, setChoice, reset }
}
