import { api } from '#web/api.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'

export const profileKey = ['profile']

/** The user's own record. */
export function useProfile() {
  return useRecordQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetProfile', {}, { signal })).data,
  })
}
