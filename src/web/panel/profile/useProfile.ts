import { api } from '#web/api.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'

export const profileQueryKey = ['profile']

export function useProfile() {
  return useRecordQuery(profileQueryKey, (options) => api.get('/api/Account/GetProfile', {}, options))
}
