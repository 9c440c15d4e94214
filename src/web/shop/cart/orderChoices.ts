import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { orderQuery } from '../orders/orderQuery.ts'
import { useCart } from './cartStore.ts'

/** The branches that a customer's order may be for; not asked for while the customer is ''. */
export function useBranches(account: string) {
  return useQuery({
    queryKey: ['subAccounts', account],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetSubCurrAccs', { currAccCode: account }, { signal })).data,
    enabled: account !== '',
    staleTime: 300_000,
  })
}

/** The agents that a customer's order may go through. */
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

/** The order under amendment as it stands, where what it names is not among what can be chosen now: it may stay. */
export function useStanding(isWanted: boolean) {
  const guidKey = useCart((cart) => cart.guidKey)
  return useQuery({ ...orderQuery(guidKey), enabled: isWanted }).data
}
