import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import { useCall } from '../useCall.ts'

/** Polls twice per cart report so as not to miss any, but never more often than this. */
const minPollSeconds = 5

export function useOnline() {
  return useCall(
    ['online'],
    (options) => api.get('/api/Shop/GetOnlineCustomers', {}, { ...options, isQuiet: true }),
    {
      enabled: settings.onlineExpire > 0,
      staleTime: 0,
      refetchInterval: Math.max(settings.onlineExpire / 2, minPollSeconds) * 1000,
      // Shows the current state on return.
      refetchOnWindowFocus: true,
    },
  )
}
