import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#shared/customers/customers.ts'
import type { UserInfo } from '#shared/users/account.ts'
import { api } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCart } from './cart/stored/cartStore.ts'

/** Agents and office staff, who must choose a customer. */
export function useOrdersForOthers(): boolean {
  const user = useSession((session) => session.user)
  return user !== undefined && !isCustomer(user)
}

/** A customer's cart is reported to the server, if the tenant sets an interval. */
export const hasLiveCart = (user: UserInfo | undefined): boolean =>
  isCustomer(user) && settings.onlineExpire > 0

/** The customer staff chose; undefined for customers, whom the server knows. */
export function useViewedAccount(): string | undefined {
  const chosen = useCart((cart) => cart.currAccCode)
  return viewedAccountOf(
    useSession((session) => session.user),
    chosen,
  )
}

export const viewedAccountOf = (user: UserInfo | undefined, chosen: string): string | undefined =>
  user && !isCustomer(user) && chosen ? chosen : undefined

/** Null if the user may not order for it; disabled for ''. */
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
