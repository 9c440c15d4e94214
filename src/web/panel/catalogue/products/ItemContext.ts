import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { emptyStore, type ItemState, type ItemStore } from './itemStore.ts'

/** The item of the page around: two pages may be alive at once. */
export const ItemContext = createContext<ItemStore>(emptyStore())

export const useItemStore = () => use(ItemContext)

/** Something of the item; renders anew only where that changes. */
export function useItem<Value>(select: (state: ItemState) => Value): Value {
  return useStore(use(ItemContext), select)
}

/** What is wrong at a place of the item. */
export const useProblem = (place: string) => useItem(({ errors }) => errors[place])
