import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { UserInfo } from '#shared/users/account.ts'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { orderQuery } from '../../orders/orderQuery.ts'
import { useCart } from '../stored/cartStore.ts'
import { agentOf } from './agentOf.ts'
import { keepChoices, keptChoices } from './keptChoices.ts'

/** A customer's branches; disabled for ''. */
export function useBranches(account: string) {
  return useQuery({
    queryKey: ['subAccounts', account],
    queryFn: async ({ signal }) => {
      const { data: branches } = await api.get(
        '/api/Shop/GetSubCurrAccs',
        { currAccCode: account },
        { signal },
      )
      keepChoices(account, { branches })
      return branches
    },
    initialData: () => keptChoices(account).branches,
    initialDataUpdatedAt: 0,
    enabled: account !== '',
    staleTime: 300_000,
  })
}

/** The sales agents a customer's order may have. */
const agentsQuery = (user: UserInfo | undefined, account: string) =>
  queryOptions({
    queryKey: ['agents', user?.id, account],
    queryFn: async ({ signal }) => {
      const { data: agents } = await api.get(
        '/api/Shop/GetShopSalesPerson',
        { currAccCode: account },
        { signal },
      )
      keepChoices(account, { agents })
      return agents
    },
    initialData: () => keptChoices(account).agents,
    initialDataUpdatedAt: 0,
    enabled: user !== undefined,
    staleTime: 300_000,
  })

/** The sales agents to choose from, and the order's own as {@link agentOf} tells. */
export function useOrderAgent(account: string) {
  const user = useSession((session) => session.user)
  const salesPersonCode = useCart((cart) => cart.salesPersonCode)
  const editing = useCart((cart) => cart.editing)
  const agents = useQuery(agentsQuery(user, account))
  return { agents, agent: agentOf({ salesPersonCode, editing }, { user, account, agents: agents.data }) }
}

/** The order's agent once the agents are loaded; while they cannot be, as known. */
export async function loadOrderAgent(
  queryClient: QueryClient,
  user: UserInfo,
  account: string,
): Promise<string> {
  const query = agentsQuery(user, account)
  // Offline, the query would wait for the connection.
  const { data, fetchStatus } = queryClient.getQueryState(query.queryKey) ?? {}
  const isPaused = data === undefined && fetchStatus === 'paused'
  const agents = isPaused ? undefined : await queryClient.ensureQueryData(query).catch(() => undefined)
  return agentOf(useCart.getState(), { user, account, agents })
}

/** For its branch and agent, which may stay even if no longer offered. */
export function useAmendedOrder(isNeeded: boolean) {
  const guidKey = useCart((cart) => cart.guidKey)
  return useQuery({ ...orderQuery(guidKey), enabled: isNeeded }).data
}
