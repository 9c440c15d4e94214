import { queryClient } from '#web/queryClient.ts'
import { restartPage } from './tabStore.ts'

/** The pages that could not be shown, by their paths. */
const failed = new Set<string>()

export function noteFailed(path: string): void {
  failed.add(path)
}

/**
 * Mounts a page anew, which asks for everything again. One that has failed may have failed over what it was told: all
 * that no page on the screen holds is forgotten then.
 */
export function refreshPage(path: string): void {
  const cache = queryClient.getQueryCache()
  const shown = new Set(cache.findAll({ type: 'active' }))
  const hasFailed = failed.delete(path)
  restartPage(path, () => {
    for (const query of cache.getAll()) {
      const isUnused = query.getObserversCount() === 0
      if (isUnused && (hasFailed || shown.has(query))) cache.remove(query)
    }
  })
  // Of a page that was out of sight.
  void queryClient.invalidateQueries({ refetchType: 'none' })
}
