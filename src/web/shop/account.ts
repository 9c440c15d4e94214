import { useQuery } from '@tanstack/react-query'
import type { UserInfo } from '#shared/account.ts'
import type { Customer } from '#shared/customers.ts'
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
  return viewedBy(
    useSession((session) => session.user),
    chosen,
  )
}

/** {@link useViewedAccount} by who is signed in and whom the cart is for. */
export const viewedBy = (user: UserInfo | undefined, chosen: string): string | undefined =>
  user && !isCustomer(user) && chosen ? chosen : undefined

/** The account of a code, or null where the user may not order for it. Not asked for while the code is ''. */
export function useCustomer(code: string) {
  const userId = useSession((session) => session.user?.id)
  return useQuery({
    queryKey: ['customer', userId, code],
    queryFn: async ({ signal }): Promise<Customer | null> => {
      const { data } = await api.get('/api/Shop/GetCustomers', { search: code, limit: 1000 }, { signal })
      return data.find((one) => one.currAccCode === code) ?? null
    },
    enabled: userId !== undefined && code !== '',
    staleTime: 300_000,
  })
}
