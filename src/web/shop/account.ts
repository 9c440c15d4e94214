import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { useCart } from './cart/cartStore.ts'

/** True for whoever orders for others and must say for whom: agents and office staff. */
export function useOrdersForOthers(): boolean {
  const user = useSession((session) => session.user)
  return user !== undefined && !isCustomer(user)
}

/** The account whose prices are shown: the chosen one for staff; a customer's own is the server's affair. */
export function useViewedAccount(): string | undefined {
  const chosen = useCart((cart) => cart.currAccCode)
  return useOrdersForOthers() && chosen ? chosen : undefined
}

/** Accounts that the user may order for. */
export function useCustomers() {
  const user = useSession((session) => session.user)
  return useQuery({
    queryKey: ['customers', user?.id],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetCustomers', {}, { signal })).data,
    enabled: user !== undefined,
    staleTime: 300_000,
  })
}
