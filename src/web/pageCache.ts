/** Shared with src/web/worker/pageKeeper.ts. */
const cacheName = 'page'

/** Makes the next load come from the server. */
export function dropCachedPage(): void {
  // Needs a secure connection.
  if ('caches' in window) void caches.delete(cacheName).catch(() => {})
}
