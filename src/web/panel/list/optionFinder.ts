import { keepPreviousData, useQuery } from '@tanstack/react-query'

type Found = { value: string; label: string }[]

/** Searches options on the server; `name` is its query key. */
export type OptionFinder = { name: string; find: (search: string, signal: AbortSignal) => Promise<Found> }

export function useFoundOptions({ name, find }: OptionFinder, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [name, search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(search.slice(0, 100), signal),
  })
}
