/*
 * Sends a page's first calls while the browser opens it, and keeps the answers for the page's own calls.
 * src/web/earlyCalls.ts records what each address requested last.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Shared with src/web/earlyCalls.ts. */
const cacheName = 'calls'
const cacheKey = '/shop/calls'
type Call = [path: string, body?: string]
/** Also sent for signed-in users: see src/web/early.ts. */
const userCall: Call = ['/api/Account/GetUserInfo']

/** `key` identifies request and user. */
type Prefetched = { key: string; answer: Promise<Response>; abort: () => void }
/** By client id, then by path. */
const prefetchedByPage = new Map<string, Promise<Map<string, Prefetched>>>()
const prefetchTtlMs = 10_000

/** Resolves when all are settled, never rejects. */
export async function prefetchCalls({ request, resultingClientId: page }: FetchEvent): Promise<void> {
  const asking = sendAll(new URL(request.url)).catch(() => new Map<string, Prefetched>())
  prefetchedByPage.set(page, asking)
  setTimeout(() => {
    prefetchedByPage.delete(page)
    void asking.then((calls) => calls.forEach(({ abort }) => abort()))
  }, prefetchTtlMs)
  const calls = await asking
  await Promise.allSettled([...calls.values()].map(({ answer }) => answer))
}

async function sendAll({ pathname, search }: URL): Promise<Map<string, Prefetched>> {
  const calls = new Map<string, Prefetched>()
  // Not every browser lets a worker read cookies.
  const store: CookieStore | undefined = worker.cookieStore
  if (!store) return calls
  const [kept, cookie] = await Promise.all([caches.match(cacheKey, { cacheName }), store.get('token')])
  if (!kept) return calls
  const token = cookie?.value
  const language = kept.headers.get('content-language') ?? ''
  const lists: Record<string, Call> = await kept.json()
  const list = lists[pathname + search]
  for (const [path, body] of [...(list ? [list] : []), ...(token ? [userCall] : [])]) {
    const headers: Record<string, string> = { langCode: language }
    if (token) headers.Authorization = `Bearer ${token}`
    if (body) headers['Content-Type'] = 'application/json'
    calls.set(path, send(new Request(path, body ? { method: 'POST', headers, body } : { headers }), body))
  }
  return calls
}

function send(request: Request, body = ''): Prefetched {
  const abortController = new AbortController()
  const key = requestKey(request, body)
  const answer = fetch(request, { signal: abortController.signal })
  // A failure surfaces where the answer is taken.
  answer.catch(() => {})
  return { key, answer, abort: () => abortController.abort() }
}

/** Answers an early call with the prefetched answer to the same request, else from the network. */
export async function answerEarly({ request, clientId }: FetchEvent): Promise<Response> {
  const calls = await prefetchedByPage.get(clientId)
  const { pathname, search } = new URL(request.url)
  const path = pathname + search
  const prefetched = calls?.get(path)
  if (!prefetched) return fetch(request)
  calls?.delete(path)
  if (prefetched.key === requestKey(request, await request.clone().text())) return prefetched.answer
  prefetched.abort()
  return fetch(request)
}

const requestKey = ({ method, headers }: Request, body: string) =>
  [method, headers.get('authorization'), headers.get('langcode'), body].join('\n')
