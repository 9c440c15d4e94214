import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { SheetState, SheetStore } from './sheetStore.ts'

export const SheetContext = createContext<SheetStore | undefined>(undefined)

export function useSheetStore(): SheetStore {
  const store = useContext(SheetContext)
  if (!store) throw new Error('There is no sheet here')
  return store
}

export function useSheet<Part>(select: (state: SheetState) => Part): Part {
  return useStore(useSheetStore(), select)
}
