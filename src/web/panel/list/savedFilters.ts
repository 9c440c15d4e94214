import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SavableList, SavedFilter } from '#shared/savedFilters.ts'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'

/** A list's filters as they can be kept: what stands in its address, without the page of it. */
export type Query = SavedFilter['query']

/** What {@link useList} gives of a list whose filters can be kept. */
export type Savable = {
  list: SavableList
  query: Query
  /** Makes the list one of these filters alone. */
  open: (query: Query) => void
}

/** The user's own filters of a list. */
export function useSavedFilters(list: SavableList | undefined) {
  const user = useSession((session) => session.user?.id ?? '')
  return useQuery({
    queryKey: ['savedFilters', user],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetSavedFilters', {}, { signal })).data,
    enabled: list !== undefined,
    staleTime: 300_000,
    select: (saved) => saved.filter((one) => one.list === list),
  })
}

/** Saves and deletes; the lists of saved filters follow. */
export function useSaving() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['savedFilters'] })
  return {
    save: async (filter: SavedFilter) => {
      await api.post('/api/Account/SaveFilter', filter)
      await refresh()
    },
    remove: async ({ list, name }: SavedFilter) => {
      await api.post('/api/Account/DeleteSavedFilter', { list, name })
      await refresh()
    },
  }
}

/**
 * Opens a list with the filter that is its start, where its address says nothing. True until that is settled: the list
 * need not be asked for before. Once it is, an address that says nothing is the list without a filter.
 */
export function useStart(
  list: SavableList | undefined,
  isPlain: boolean,
  read: (query: Query) => object,
  open: (query: Query) => void,
): boolean {
  const [isSettled, setIsSettled] = useState(list === undefined || !isPlain)
  const saved = useSavedFilters(isSettled ? undefined : list)
  const start = saved.data?.find(({ isStart, query }) => isStart && Object.keys(read(query)).length > 0)
  const isWaiting = !isSettled && isPlain && (saved.isPending || start !== undefined)
  if (!isSettled && !isWaiting) setIsSettled(true)
  useEffect(() => {
    if (isWaiting && start) open(start.query)
  })
  return isWaiting
}

/** Whether two lists' filters are the same, in whatever order they stand. */
export function isSameQuery(one: Query, other: Query): boolean {
  const written = (query: Query) =>
    JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return written(one) === written(other)
}
