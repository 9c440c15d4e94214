import { keepPreviousData, useQuery } from '@tanstack/react-query'

type Found = { value: string; label: string }[]

/** How a server finds what can be chosen: `name` tells its answers from those of others. */
export type Finder = { name: string; find: (search: string, signal: AbortSignal) => Promise<Found> }

export function useFound({ name, find }: Finder, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [name, search],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(search.slice(0, 100), signal),
  })
}
