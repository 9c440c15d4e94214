import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { orderQuery } from '../orders/orderQuery.ts'
import { useCart } from './cartStore.ts'

/** A customer's branches; disabled for ''. */
export function useBranches(account: string) {
  return useQuery({
    queryKey: ['subAccounts', account],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetSubCurrAccs', { currAccCode: account }, { signal })).data,
    enabled: account !== '',
    staleTime: 300_000,
  })
}

/** The agents a customer's order may have. */
export function useAgents(account: string) {
  const userId = useSession((session) => session.user?.id)
  return useQuery({
    queryKey: ['agents', userId, account],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetShopSalesPerson', { currAccCode: account }, { signal })).data,
    enabled: userId !== undefined,
    staleTime: 300_000,
  })
}

/** For its branch and agent, which may stay even if no longer offered. */
export function useAmendedOrder(isNeeded: boolean) {
  const guidKey = useCart((cart) => cart.guidKey)
  return useQuery({ ...orderQuery(guidKey), enabled: isNeeded }).data
}
