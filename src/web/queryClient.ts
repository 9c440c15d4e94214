import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api.ts'

/** What has been read from the server, for every component and for what reads ahead of them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // What the server has refused it will refuse again; only a lost connection is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof CallFailed && error.status === 0,
    },
  },
})
