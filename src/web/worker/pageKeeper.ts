/*
 * Keeps the shop's page in the browser and hands it out before the server has answered: on a slow line the shop starts
 * without a round trip, and without a line it starts at all. The server is asked all the same, and the page is told
 * where it is no longer what the server would send. Kept is the page, which says nothing of a user, and the scripts that
 * it begins with; the rest is in the browser's own cache. Imports nothing: what it shared with a page would be a file of
 * its own.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Its name is also known to src/web/keptPage.ts. */
const cacheName = 'page'
/** The same page answers every path of the shop: its router decides. */
const key = '/shop'
/** The scripts that the page begins with, as this build names them: written here by vite/classicStart.ts. */
declare const firstScripts: string[]
/** What they are kept in. */
const scriptCacheName = 'scripts'
/** How long whoever loads anew waits for a line that does not answer, in milliseconds. */
const patience = 5000

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(Promise.allSettled([fetchPage(key), passBy(event)]))
})

/**
 * Where the browser can, all but pages go past this worker without a start of it. It then takes the first scripts from
 * what is kept here: compiled as a whole while they are put there, where its own cache compiles them at the second visit
 * once more and has them compiled from the third on.
 */
async function passBy(
  event: ExtendableEvent & { addRoutes?: (rules: object[]) => Promise<void> },
): Promise<void> {
  if (!event.addRoutes) return
  const first = firstScripts.map((urlPattern) => ({ urlPattern }))
  await event.addRoutes([
    { condition: { or: first }, source: { cacheName: scriptCacheName } },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ])
  await keepScripts()
}

/** In the place of those of the build before. */
async function keepScripts(): Promise<void> {
  const scripts = await caches.open(scriptCacheName)
  const before = await scripts.keys()
  await scripts.addAll(firstScripts)
  const isOld = ({ url }: Request) => !firstScripts.includes(new URL(url).pathname)
  await Promise.all(before.filter(isOld).map((request) => scripts.delete(request)))
}

worker.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode === 'navigate' && method === 'GET' && isOfShop(new URL(url).pathname)) {
    event.respondWith(answer(event))
  }
})

const isOfShop = (path: string) => path === '/' || /^\/(shop|cart)(\/|$)/.test(path)

async function answer(event: FetchEvent): Promise<Response> {
  const { cache } = event.request
  // First, since what is kept is waited for.
  const kept = await caches.match(key, { cacheName })
  const fresh = fetchPage(event.request)
  if (!kept) return fresh
  const text = kept.clone().text()
  // Whoever presses "reload" wants what there is now.
  if (cache === 'no-cache' || cache === 'reload') {
    const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, kept))
    const first = await Promise.race([fresh.catch(() => kept), late])
    if (first !== kept) return first
  }
  const compare = async () => {
    const response = await fresh
    if (response.ok && (await response.text()) !== (await text)) await tell(event.resultingClientId)
  }
  event.waitUntil(compare().catch(() => {}))
  return kept
}

/** The server's answer, which is kept from now on. One that there is no such shop ends what was kept. */
async function fetchPage(request: Request | string): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) {
    const pages = await caches.open(cacheName)
    await pages.put(key, response.clone())
  }
  if (response.status === 404) await caches.delete(cacheName)
  return response
}

async function tell(clientId: string): Promise<void> {
  const page = await worker.clients.get(clientId)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker: there is one origin.
  page?.postMessage('outdated')
}
