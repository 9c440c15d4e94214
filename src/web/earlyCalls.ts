import { setItemOrThrow } from './trySetItem.ts'

const listPaths = ['/api/Shop/GetShopHome', '/api/Shop/GetCategoryProducts', '/api/Shop/GetProductsBySearch']
const storageKey = 'earlyCalls'
const maxAddresses = 20

const loadedAddress = location.pathname + location.search
let isRemembered = false

/** All lists are one subject: an address has one list. */
function subjectOf(asked: string): string | undefined {
  const [path = ''] = asked.split(/[?\n]/, 1)
  return listPaths.includes(path) ? 'list' : path
}

/** Takes, once, the answer to an identical call that src/web/early.ts sent for the same user. */
export function takeEarlyAnswer(
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

export function hasPendingEarlyList(): boolean {
  const { earlyAnswers: answers } = globalThis as { earlyAnswers?: Record<string, unknown> }
  return Object.keys(answers ?? {}).some((asked) => subjectOf(asked) === 'list')
}

/** Remembers the first list that the loaded address requests. */
export function rememberListCall(path: string, body: unknown): void {
  if (isRemembered || subjectOf(path) !== 'list') return
  isRemembered = true
  if (location.pathname + location.search !== loadedAddress) return
  try {
    const { [loadedAddress]: before, ...others } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    const call = typeof body === 'string' ? [path, body] : [path]
    if (JSON.stringify(before) === JSON.stringify(call)) return
    const kept = [...Object.entries(others).slice(1 - maxAddresses), [loadedAddress, call]]
    setItemOrThrow(localStorage, storageKey, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Only a speed-up.
  }
}

export const forgetEarlyCalls = () => localStorage.removeItem(storageKey)
