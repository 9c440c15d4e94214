import { keepOrThrow } from './keepIfRoom.ts'

/** Calls that are sent again, before any other script runs, when their address is loaded the next time. */
const lists = ['/api/Shop/GetShopHome', '/api/Shop/GetCategoryProducts', '/api/Shop/GetProductsBySearch']
const storageKey = 'earlyCalls'
/** Addresses that are remembered at most. */
const most = 20

const loaded = location.pathname + location.search
let isRemembered = false

/** What is asked about: every list is the one that an address has. */
function subjectOf(asked: string): string | undefined {
  const [path = ''] = asked.split(/[?\n]/, 1)
  return lists.includes(path) ? 'list' : path
}

/** The answer to a call that src/web/early.ts has sent already, to the letter the same and by the same user; once. */
export function takeEarly(
  path: string,
  body: unknown,
  token: string | undefined,
  language: string,
): Promise<Response> | undefined {
  const { earlyAnswers: answers = {} } = globalThis as { earlyAnswers?: Record<string, Promise<Response>> }
  const key = [path, typeof body === 'string' ? body : '', token ?? '', language].join('\n')
  const answer = answers[key]
  for (const asked of Object.keys(answers)) {
    if (subjectOf(asked) === subjectOf(path)) delete answers[asked]
  }
  return answer
}

/** Whether a list has been asked for before the scripts came, and its answer not been taken yet. */
export function isAskedEarly(): boolean {
  const { earlyAnswers: answers } = globalThis as { earlyAnswers?: Record<string, unknown> }
  return Object.keys(answers ?? {}).some((asked) => subjectOf(asked) === 'list')
}

/** Remembers the first list that the loaded address has asked for. */
export function rememberEarly(path: string, body: unknown): void {
  if (isRemembered || subjectOf(path) !== 'list') return
  isRemembered = true
  if (location.pathname + location.search !== loaded) return
  try {
    const { [loaded]: before, ...others } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    const call = typeof body === 'string' ? [path, body] : [path]
    if (JSON.stringify(before) === JSON.stringify(call)) return
    const kept = [...Object.entries(others).slice(1 - most), [loaded, call]]
    keepOrThrow(localStorage, storageKey, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Nothing is owed: the next load only takes a little longer.
  }
}

/** Where src/web/worker/askAhead.ts reads them: it has no other storage. */
const cacheName = 'calls'
const cacheKey = '/shop/calls'

/** Gives the worker the calls that are remembered, to send them before the page can. */
export async function shareEarly(): Promise<void> {
  const headers = { 'content-language': document.documentElement.lang }
  const cache = await caches.open(cacheName)
  await cache.put(cacheKey, new Response(localStorage.getItem(storageKey) ?? '{}', { headers }))
}

/** Forgets for whom lists were asked, with the session. */
export function forgetEarly(): void {
  localStorage.removeItem(storageKey)
  // Only there where the connection is secure.
  if ('caches' in window) void caches.delete(cacheName).catch(() => {})
}
