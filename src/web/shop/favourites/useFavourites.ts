import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useBuyer } from '../useBuyer.ts'

export const favouritesKey = ['favourites'] as const
const freshMs = 300_000

/** The signed-in user's favourites, at the prices of the account that is ordered for. */
export function useFavourites() {
  const { userId, asked } = useBuyer()
  return useQuery({
    queryKey: [...favouritesKey, userId, asked],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetFavourites', asked, { signal })).data,
    enabled: userId !== undefined,
    staleTime: freshMs,
  })
}
