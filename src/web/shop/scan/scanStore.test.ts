import { expect, test, vi } from 'vitest'

/** A browser with full storage. */
const world = vi.hoisted(() => {
  const notices: string[] = []
  const localStorage = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  Object.assign(globalThis, { localStorage, window: { localStorage, addEventListener: () => {} } })
  return { notices }
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/notify.ts', () => ({ notifyFailure: (message: string) => world.notices.push(message) }))
vi.mock('#web/session.ts', () => ({ useSession: { getState: () => ({ user: { id: 'one' } }) } }))
vi.mock('../cart/stored/cartStore.ts', () => ({ useCart: { getState: () => ({ guidKey: 'g' }) } }))

const { changeScans, useScans } = await import('./scanStore.ts')
const { withWaiting } = await import('./scans.ts')

test('with full storage scanning goes on, with one message', () => {
  for (const code of ['A', 'B']) changeScans((scans) => withWaiting(scans, [code], 'g', 1))
  expect(useScans.getState().waiting.map(({ readings }) => readings)).toEqual([['A'], ['B']])
  expect(world.notices).toEqual(['cart.notKept'])
})
