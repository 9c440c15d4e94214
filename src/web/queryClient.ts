import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Retry only lost connections: a refusal would repeat.
      retry: (failures, error) => failures < 2 && error instanceof CallFailed && error.status === 0,
    },
  },
})
