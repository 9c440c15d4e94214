import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { visibleColumns } from '../../list/columns.ts'
import { useColumns } from '../../list/useColumns.ts'
import { useProductChoices } from '../products/productChoices.ts'
import { columnsOf } from './sheetColumns.ts'
import type { SheetStore } from './sheetStore.ts'

/** Every column that the sheet can have; it shows those that this user has chosen, in their order. */
export function useSheetColumns(store: SheetStore) {
  const choices = useProductChoices()
  const kept = useColumns('productSheet')
  const rows = useStore(store, (state) => state.rows)
  const columns = useMemo(() => columnsOf(rows, choices?.priceGroups ?? []), [rows, choices])
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const shown = useMemo(
    // A phone shows colour and size below the code.
    () =>
      visibleColumns(columns, kept.choice).filter(
        ({ kind }, index) => index === 0 || !isNarrow || kind !== 'fixed',
      ),
    [columns, kept.choice, isNarrow],
  )
  useEffect(() => {
    store.setState(({ cursor, anchor }) => {
      const within = (at: CellPosition) => ({ ...at, column: Math.min(at.column, shown.length - 1) })
      return { columns: shown, cursor: within(cursor), anchor: within(anchor) }
    })
  }, [store, shown])
  return { columns, kept }
}
