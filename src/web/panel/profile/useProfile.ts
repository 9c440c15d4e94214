import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export const profileKey = ['profile']

/** The user's own record. Not kept when the page is left: a form begins with what is true now. */
export function useProfile() {
  return useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetProfile', {}, { signal })).data,
    gcTime: 0,
  })
}
