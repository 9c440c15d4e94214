import { api } from '#web/api.ts'
import type { RemovalCalls } from '../list/removal.tsx'

export const userRemoval: RemovalCalls = {
  remove: (id) => api.get('/api/Account/DeleteUser', { id }),
  restore: (id) => api.post('/api/Account/RestoreUser', { id }),
  queryKeys: ['users', 'agents'],
}

/** Queries that show agents or depend on them. */
export const agentQueryKeys = ['agents', 'agentChoices', 'agentReceivers', 'customers', 'users']

export const agentRemoval: RemovalCalls = {
  remove: (id) => api.get('/api/Account/DeleteSalesPerson', { id }),
  restore: (id) => api.post('/api/Account/RestoreSalesPerson', { id }),
  queryKeys: agentQueryKeys,
}
