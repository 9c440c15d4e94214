/*
 * Sends the page's first calls while its scripts load; src/web/earlyCalls.ts hands out the answers. Imports
 * nothing, because an import would have to load first.
 */

// Where storage is blocked, as with all cookies blocked, use memory.
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    if (window[name]) continue
  } catch {
    // Blocked.
  }
  const kept = new Map<string, string>()
  const standIn = {
    isStandIn: true,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  Object.defineProperty(window, name, { value: standIn })
}

const reloadCooldownMs = 60_000

// A cached page may name scripts that are gone from browser and server. Reload, at most once in a while.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || !navigator.onLine) return
    if (Date.now() - Number(sessionStorage.getItem('loadedAgain')) < reloadCooldownMs) return
    sessionStorage.setItem('loadedAgain', String(Date.now()))
    const loadAgain = () => location.reload()
    // See src/web/pageCache.ts. `caches` needs a secure connection.
    if ('caches' in window) caches.delete('page').then(loadAgain, loadAgain)
    else loadAgain()
  },
  true,
)

// The home page needs these next; other pages later, if at all.
if (location.pathname === '/' || location.pathname === '/shop')
  for (const href of JSON.parse(document.getElementById('homeScripts')?.textContent ?? '[]') as string[]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }

const token = document.cookie
  .split('; ')
  .find((pair) => pair.startsWith('token='))
  ?.slice('token='.length)
const { lang } = document.documentElement
/** By path, body, token and language. */
export const answers: Record<string, Promise<Response>> = {}
Object.assign(globalThis, { earlyAnswers: answers })

function sendEarly(path: string, body?: string): void {
  const headers: Record<string, string> = { langCode: lang }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body) headers['Content-Type'] = 'application/json'
  const answer = fetch(path, body ? { method: 'POST', headers, body } : { headers }).then(readFully)
  // A failure surfaces where the answer is taken.
  answer.catch(() => {})
  answers[[path, body ?? '', token ?? '', lang].join('\n')] = answer
}

/** Reads the body now, so it is ready when taken. */
async function readFully(answer: Response): Promise<Response> {
  const { status, headers } = answer
  return new Response((await answer.text()) || null, { status, headers })
}

try {
  // What this address asked for last: see src/web/earlyCalls.ts.
  const calls: Record<string, [path: string, body?: string]> = JSON.parse(
    localStorage.getItem('earlyCalls') ?? '{}',
  )
  const call = calls[location.pathname + location.search]
  if (call) sendEarly(...call)
} catch {
  // Storage is blocked or its JSON invalid.
}
// Last, because the list takes longer.
if (token) sendEarly('/api/Account/GetUserInfo')
