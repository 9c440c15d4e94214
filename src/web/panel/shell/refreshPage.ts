import { queryClient } from '#web/queryClient.ts'
import { restartPage } from './tabStore.ts'

const failedPaths = new Set<string>()

export function markFailed(path: string): void {
  failedPaths.add(path)
}

/**
 * Remounts a page and refetches its data. After a failure also drops all unused queries, since bad data may
 * have caused it.
 */
export function refreshPage(path: string): void {
  const cache = queryClient.getQueryCache()
  const activeQueries = new Set(cache.findAll({ type: 'active' }))
  const hasFailed = failedPaths.delete(path)
  restartPage(path, () => {
    for (const query of cache.getAll()) {
      const isUnused = query.getObserversCount() === 0
      if (isUnused && (hasFailed || activeQueries.has(query))) cache.remove(query)
    }
  })
  // For queries of hidden pages.
  void queryClient.invalidateQueries({ refetchType: 'none' })
}
