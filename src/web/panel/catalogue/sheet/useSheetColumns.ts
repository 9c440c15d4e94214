import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CellPosition } from '#web/ui/grid/moves.ts'
import { useColumns, visibleColumns } from '../../list/columns.ts'
import { useProductChoices } from '../products/productChoices.ts'
import { buildColumns } from './sheetColumns.ts'
import type { SheetStore } from './sheetStore.ts'

export function useSheetColumns(store: SheetStore) {
  const choices = useProductChoices()
  const settings = useColumns('productSheet')
  const rows = useStore(store, (state) => state.rows)
  const columns = useMemo(() => buildColumns(rows, choices?.priceGroups ?? []), [rows, choices])
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const visible = useMemo(
    // Phones show colour and size below the code.
    () =>
      visibleColumns(columns, settings.choice).filter(
        ({ kind }, index) => index === 0 || !isNarrow || kind !== 'fixed',
      ),
    [columns, settings.choice, isNarrow],
  )
  useEffect(() => {
    store.setState(({ cursor, anchor }) => {
      const clamp = (at: CellPosition) => ({ ...at, column: Math.min(at.column, visible.length - 1) })
      return { columns: visible, cursor: clamp(cursor), anchor: clamp(anchor) }
    })
  }, [store, visible])
  return { columns, settings }
}
