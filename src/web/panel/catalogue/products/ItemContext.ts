import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { emptyStore, type ItemState, type ItemStore } from './itemStore.ts'

/** One store per page, because two item pages may be mounted at once. */
export const ItemContext = createContext<ItemStore>(emptyStore())

export const useItemStore = () => use(ItemContext)

/** Re-renders only when the selected value changes. */
export function useItem<Value>(select: (state: ItemState) => Value): Value {
  return useStore(use(ItemContext), select)
}

export const useProblem = (errorKey: string) => useItem(({ errors }) => errors[errorKey])
