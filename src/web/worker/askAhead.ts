/*
 * Asks for what a page will ask for first while the browser still opens that page, and keeps the answers for the page's
 * own calls: the line works while the processor does. What the address asked for last is written down by
 * src/web/earlyCalls.ts.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Known to src/web/earlyCalls.ts as well. */
const cacheName = 'calls'
const key = '/shop/calls'
type Call = [path: string, body?: string]
/** What whoever is signed in asks for as well: see src/web/early.ts. */
const ofUser: Call = ['/api/Account/GetUserInfo']

/** What was asked and by whom, to the letter. */
type Asked = { what: string; answer: Promise<Response>; leave: () => void }
/** By the page that asks, and by the path that it asks for. */
const asked = new Map<string, Promise<Map<string, Asked>>>()
/** A page that has not come for its answers by then never will, in milliseconds. */
const longest = 10_000

/** Begins to ask for what this page will ask for; resolves, always, when that is answered. */
export async function askAhead({ request, resultingClientId: page }: FetchEvent): Promise<void> {
  const asking = askAll(new URL(request.url)).catch(() => new Map<string, Asked>())
  asked.set(page, asking)
  setTimeout(() => {
    asked.delete(page)
    void asking.then((calls) => calls.forEach(({ leave }) => leave()))
  }, longest)
  const calls = await asking
  await Promise.allSettled([...calls.values()].map(({ answer }) => answer))
}

async function askAll({ pathname, search }: URL): Promise<Map<string, Asked>> {
  const calls = new Map<string, Asked>()
  // Not every browser lets a worker read cookies.
  const store: CookieStore | undefined = worker.cookieStore
  if (!store) return calls
  const [kept, cookie] = await Promise.all([caches.match(key, { cacheName }), store.get('token')])
  if (!kept) return calls
  const token = cookie?.value
  const language = kept.headers.get('content-language') ?? ''
  const lists: Record<string, Call> = await kept.json()
  const list = lists[pathname + search]
  for (const [path, body] of [...(list ? [list] : []), ...(token ? [ofUser] : [])]) {
    const headers: Record<string, string> = { langCode: language }
    if (token) headers.Authorization = `Bearer ${token}`
    if (body) headers['Content-Type'] = 'application/json'
    calls.set(path, ask(new Request(path, body ? { method: 'POST', headers, body } : { headers }), body))
  }
  return calls
}

function ask(request: Request, body = ''): Asked {
  const gone = new AbortController()
  const what = whatOf(request, body)
  const answer = fetch(request, { signal: gone.signal })
  // Whoever takes it hears of a failure; perhaps nobody does.
  answer.catch(() => {})
  return { what, answer, leave: () => gone.abort() }
}

/** The answer to a page's early call: the one that is on its way where that call is the same, else one of its own. */
export async function answerEarly({ request, clientId }: FetchEvent): Promise<Response> {
  const calls = await asked.get(clientId)
  const { pathname, search } = new URL(request.url)
  const path = pathname + search
  const ahead = calls?.get(path)
  if (!ahead) return fetch(request)
  calls?.delete(path)
  if (ahead.what === whatOf(request, await request.clone().text())) return ahead.answer
  ahead.leave()
  return fetch(request)
}

const whatOf = ({ method, headers }: Request, body: string) =>
  [method, headers.get('authorization'), headers.get('langcode'), body].join('\n')
