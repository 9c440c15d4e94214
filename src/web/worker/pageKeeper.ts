/*
 * Serves the shop's page from a cache before the server answers, so it starts faster and offline. Then asks
 * the server and tells the page if it is outdated. Keeps only the page, which has no user data, and its first
 * scripts. Shows push messages, which src/server/news/pushMessage.ts sends. Shares no module with the page: that would become a separate file.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Shared with src/web/pageCache.ts. */
const cacheName = 'page'
/** One page serves every shop path; its router decides. */
const pageKey = '/shop'
/** This build's first scripts, filled in by vite/classicStart.ts. */
declare const firstScripts: string[]
const scriptCacheName = 'scripts'
const reloadTimeoutMs = 5000

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(Promise.allSettled([fetchPage(pageKey), bypassWorker(event)]))
})

/**
 * Where supported, only pages pass through this worker. Its first scripts come from here: the browser compiles them at
 * install, but from the HTTP cache only at the third visit.
 */
async function bypassWorker(
  event: ExtendableEvent & { addRoutes?: (rules: object[]) => Promise<void> },
): Promise<void> {
  if (!event.addRoutes) return
  const firstScriptPatterns = firstScripts.map((urlPattern) => ({ urlPattern }))
  await event.addRoutes([
    { condition: { or: firstScriptPatterns }, source: { cacheName: scriptCacheName } },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ])
  await cacheScripts()
}

async function cacheScripts(): Promise<void> {
  const scripts = await caches.open(scriptCacheName)
  const cachedScripts = await scripts.keys()
  await scripts.addAll(firstScripts)
  const isOld = ({ url }: Request) => !firstScripts.includes(new URL(url).pathname)
  await Promise.all(cachedScripts.filter(isOld).map((request) => scripts.delete(request)))
}

worker.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode === 'navigate' && method === 'GET' && isShopPath(new URL(url).pathname))
    event.respondWith(answerPage(event))
})

const isShopPath = (path: string) => path === '/' || /^\/(shop|cart)(\/|$)/.test(path)

async function answerPage(event: FetchEvent): Promise<Response> {
  const { cache } = event.request
  const kept = await caches.match(pageKey, { cacheName })
  if (!kept) return fetchPage(event.request)
  const isReloaded = cache === 'no-cache' || cache === 'reload'
  // A reload wants the server's page; otherwise the key serves every path.
  const serverPage = fetchPage(isReloaded ? event.request : pageKey)
  const text = kept.clone().text()
  if (isReloaded) {
    const timeoutFallback = delay(reloadTimeoutMs).then(() => kept)
    const first = await Promise.race([serverPage.catch(() => kept), timeoutFallback])
    if (first !== kept) return first
  }
  const compare = async () => {
    const response = await serverPage
    if (response.ok && (await response.text()) !== (await text)) await notifyOutdated(event.resultingClientId)
  }
  event.waitUntil(compare().catch(() => {}))
  return kept
}

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** A 404, for a shop that is gone, drops the cached page. */
async function fetchPage(request: Request | string): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) {
    const pages = await caches.open(cacheName)
    await pages.put(pageKey, response.clone())
  }
  if (response.status === 404) await caches.delete(cacheName)
  return response
}

async function notifyOutdated(clientId: string): Promise<void> {
  const page = await worker.clients.get(clientId)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker: there is one origin.
  page?.postMessage('outdated')
}

type PushMessage = { title: string; body: string; path: string; tag: string; language: string }

worker.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, path, tag, language }: PushMessage = event.data.json()
  const options = {
    body,
    tag,
    lang: language,
    dir: language === 'ar' ? ('rtl' as const) : ('ltr' as const),
    icon: '/icon-192.png',
    data: path,
  }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

/** Shows a page in an open window of the shop, or in a new one. */
async function openPage(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => isShopPath(new URL(url).pathname))
  const focused = await open?.focus().catch(() => undefined)
  const went = await focused?.navigate(path).catch(() => undefined)
  if (!went) await worker.clients.openWindow(path)
}
