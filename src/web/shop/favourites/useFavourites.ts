import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'

export const favouritesKey = ['favourites'] as const
const freshMs = 300_000

/** The signed-in user's favourites, at the prices of the account that is ordered for. */
export function useFavourites() {
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const asked = { currAccCode, orderType }
  return useQuery({
    queryKey: [...favouritesKey, userId, asked],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetFavourites', asked, { signal })).data,
    enabled: userId !== undefined,
    staleTime: freshMs,
  })
}
