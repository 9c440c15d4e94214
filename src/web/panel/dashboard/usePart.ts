import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** One part of the dashboard: asked for by itself, and anew whenever somebody comes back to it. */
export function usePart<Data>(
  key: readonly unknown[],
  load: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
) {
  return useQuery({
    queryKey: ['dashboard', ...key],
    queryFn: async ({ signal }) => (await load({ signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
