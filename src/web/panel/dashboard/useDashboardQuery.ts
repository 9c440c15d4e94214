import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** Each part loads separately, and again when the user comes back. */
export function useDashboardQuery<Data>(
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
