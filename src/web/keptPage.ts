/** What src/web/worker/pageKeeper.ts keeps the page in. */
const cacheName = 'page'

/** Has the next page come from the server: something has changed that stands in it. */
export function forgetKeptPage(): void {
  // Only there where the connection is secure.
  if ('caches' in window) void caches.delete(cacheName).catch(() => {})
}
