import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** Colours to paint a colour with, by its name as it is shown. */
export type Swatches = ReadonlyMap<string, string[]>

/** Undefined while loading. */
export function useSwatches(): Swatches | undefined {
  const { data } = useQuery({
    queryKey: ['colors'],
    queryFn: async ({ signal }) => {
      const colors = (await api.get('/api/Shop/GetColors', {}, { signal })).data
      return new Map(colors.map(({ colorDescription, swatch }) => [colorDescription, swatch]))
    },
    staleTime: 3_600_000,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
