import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'

/** Asked for twice between two reports of a cart, so that nobody is missed; no oftener than this, in seconds. */
const soonest = 5

/** Customers who are online, asked for again and again while the page is looked at. */
export function useOnline() {
  return useQuery({
    queryKey: ['online'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOnlineCustomers', {}, { signal, isQuiet: true })).data,
    enabled: settings.onlineExpire > 0,
    staleTime: 0,
    refetchInterval: Math.max(settings.onlineExpire / 2, soonest) * 1000,
    // Whoever comes back to the window sees who is there now.
    refetchOnWindowFocus: true,
  })
}
