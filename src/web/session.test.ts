import { beforeEach, expect, test, vi } from 'vitest'

const kept = vi.hoisted(() => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size
    },
  }
  Object.assign(globalThis, {
    localStorage: storage,
    sessionStorage: storage,
    addEventListener: () => {},
  })
  return stored
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('./i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('./credentials.ts', () => ({ dropToken: () => {}, readToken: () => 'token', storeToken: () => {} }))
const userAnswer = vi.hoisted(() => Promise.withResolvers<unknown>())
vi.mock('./api.ts', () => ({
  api: { post: async () => ({}), get: () => userAnswer.promise },
  CallFailed: Error,
}))

const { reloadUser, signOut, useSession } = await import('./session.ts')

beforeEach(() => {
  kept.clear()
  kept.set('cart', '{}')
  useSession.setState({ user: { id: 'one', roles: ['sp'], allRoles: ['sp'] } as never })
})

test.each(['one', undefined])(
  'signing out removes a cart that is the user’s or unowned: %s',
  async (owner) => {
    if (owner) kept.set('cartOwner', owner)
    await signOut()
    expect([...kept.keys()]).toEqual([])
  },
)

test('signing out keeps the cart of another user whose session expired', async () => {
  kept.set('cartOwner', 'other')
  await signOut()
  expect([...kept.keys()]).toEqual(['cart', 'cartOwner'])
})

test('a late answer does not restore a user who has signed out', async () => {
  const reloading = reloadUser()
  await signOut()
  userAnswer.resolve({ id: 'one' })
  await reloading
  expect(useSession.getState().user).toBeUndefined()
  expect(kept.has('user')).toBe(false)
})
