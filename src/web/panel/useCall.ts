import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

type Options<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** The answer of one call to the server. */
export function useCall<Data>(
  queryKey: QueryKey,
  call: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
  options: Options<Data> = {},
) {
  return useQuery({ queryKey, queryFn: async ({ signal }) => (await call({ signal })).data, ...options })
}
