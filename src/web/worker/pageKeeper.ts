/*
 * Keeps the shop's page in the browser and hands it out before the server has answered: on a slow line the shop starts
 * without a round trip, and without a line it starts at all. The server is asked all the same, and the page is told
 * where it is no longer what the server would send. Kept is the page, which says nothing of a user, and the scripts that
 * it begins with; the rest is in the browser's own cache. Imports nothing that a page does too: that would be a file of
 * its own.
 */
import { answerEarly, askAhead } from './askAhead.ts'

const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Its name is also known to src/web/keptPage.ts. */
const cacheName = 'page'
/** The same page answers every path of the shop: its router decides. */
const key = '/shop'
/** The scripts that the page begins with, as this build names them: written here by vite/classicStart.ts. */
declare const firstScripts: string[]
/** What they are kept in. */
const scriptCacheName = 'scripts'
/** By this src/web/early.ts marks the calls that are answered from here: no page asks for anything else in this mode. */
const earlyMode = 'same-origin'
/** How long whoever loads anew waits for a line that does not answer, in milliseconds. */
const patience = 5000

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(Promise.allSettled([fetchPage(key), passBy(event)]))
})

/**
 * Where the browser can, all but pages and their early calls go past this worker without a start of it. It then takes
 * the first scripts from what is kept here: compiled as a whole while they are put there, where its own cache compiles
 * them at the second visit once more and has them compiled from the third on.
 */
async function passBy(
  event: ExtendableEvent & { addRoutes?: (rules: object[]) => Promise<void> },
): Promise<void> {
  if (!event.addRoutes) return
  const first = firstScripts.map((urlPattern) => ({ urlPattern }))
  const ours = [{ requestMode: 'navigate' }, { requestMode: earlyMode }]
  await event.addRoutes([
    { condition: { or: first }, source: { cacheName: scriptCacheName } },
    { condition: { not: { or: ours } }, source: 'network' },
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
  } else if (mode === earlyMode) event.respondWith(answerEarly(event))
})

const isOfShop = (path: string) => path === '/' || /^\/(shop|cart)(\/|$)/.test(path)

async function answer(event: FetchEvent): Promise<Response> {
  const { cache } = event.request
  const answered = askAhead(event)
  const kept = await caches.match(key, { cacheName })
  if (!kept) return fetchPage(event.request)
  const isReloaded = cache === 'no-cache' || cache === 'reload'
  // Whoever presses "reload" wants what there is now. For others the calls go first: the line is a narrow one.
  // By the key then: whatever path was asked for, the page is the same.
  const fresh = isReloaded
    ? fetchPage(event.request)
    : Promise.race([answered, after(patience)]).then(() => fetchPage(key))
  const text = kept.clone().text()
  if (isReloaded) {
    const late = after(patience).then(() => kept)
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

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

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
