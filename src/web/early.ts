/*
 * Asks for what the page will ask for, while its scripts are still on their way: who is signed in, and the list that
 * this address asked for last time, or asks for the first time. src/web/earlyCalls.ts hands the answers out. Imports
 * nothing: whatever it did would have to come first.
 */

// A browser that forbids its storages, as one that blocks all cookies, gets stand-ins that live as long as the page.
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    if (window[name]) continue
  } catch {
    // Forbidden.
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

/** A script that did not come once is tried again, and left after that: in milliseconds. */
const patience = 60_000

// A page that the browser kept may name scripts of yesterday, which it no longer has and the server neither.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || !navigator.onLine) return
    if (Date.now() - Number(sessionStorage.getItem('loadedAgain')) < patience) return
    sessionStorage.setItem('loadedAgain', String(Date.now()))
    const loadAgain = () => location.reload()
    // See src/web/keptPage.ts. Only there where the connection is secure.
    if ('caches' in window) caches.delete('page').then(loadAgain, loadAgain)
    else loadAgain()
  },
  true,
)

const token = document.cookie
  .split('; ')
  .find((pair) => pair.startsWith('token='))
  ?.slice('token='.length)
const { lang } = document.documentElement
/** By what was asked, and by whom. */
export const answers: Record<string, Promise<Response>> = {}
Object.assign(globalThis, { earlyAnswers: answers })

function ask(path: string, body?: string): void {
  const headers: Record<string, string> = { langCode: lang }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body) headers['Content-Type'] = 'application/json'
  // By this mode src/web/worker/pageKeeper.ts, which may have asked for the same already, knows these calls.
  const mode = 'same-origin'
  const answer = fetch(path, body ? { method: 'POST', headers, mode, body } : { headers, mode }).then(read)
  // Whoever takes it hears of a failure; nobody may ever do so.
  answer.catch(() => {})
  answers[[path, body ?? '', token ?? '', lang].join('\n')] = answer
}

/** To its end, so that whoever takes it later has it at once. */
async function read(answer: Response): Promise<Response> {
  const { status, headers } = answer
  return new Response((await answer.text()) || null, { status, headers })
}

type Calls = Record<string, [path: string, body?: string]>

/** What the shop's two doors ask for at a browser that has no cart: see src/web/shop/products/productQuery.ts. */
const ofNewcomers: Calls = {
  '/shop': ['/api/Shop/GetShopHome'],
  '/shop/products': ['/api/Shop/GetCategoryProducts', '{"orderType":"Rpt","page":1,"limit":24}'],
}

/** Whether the company shows anything to whoever asks: to visitors, perhaps not. */
const isShown = () =>
  token || !JSON.parse(document.getElementById('settings')?.textContent ?? '{}').authRequired

try {
  const remembered = JSON.parse(localStorage.getItem('earlyCalls') ?? '{}') as Calls
  const calls = localStorage.getItem('cart') ? remembered : { ...ofNewcomers, ...remembered }
  const call = calls[location.pathname + location.search]
  if (call && isShown()) ask(...call)
} catch {
  // A storage that is closed or was written by hand: then nothing is asked early.
}
// Behind the list, whose answer takes longer.
if (token) ask('/api/Account/GetUserInfo')
