import { queryClient } from '#web/queryClient.ts'

/** Loads again all queries whose key starts with one of these: a name, or a longer key. */
export function refetch(...keys: (string | readonly unknown[])[]): Promise<unknown> {
  return Promise.all(
    keys.map((key) => queryClient.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key })),
  )
}
