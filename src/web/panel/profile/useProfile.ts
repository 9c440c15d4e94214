import { api } from '#web/api.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'

export const profileQueryKey = ['profile']

export function useProfile() {
  return useRecordQuery({
    queryKey: profileQueryKey,
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetProfile', {}, { signal })).data,
  })
}
