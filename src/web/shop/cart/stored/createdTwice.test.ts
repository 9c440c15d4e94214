import { expect, test, vi } from 'vitest'
import type { CartLine } from './cart.ts'

/** A browser without a cart. */
const kept = vi.hoisted(() => {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const target = { addEventListener: () => {} }
  Object.assign(globalThis, { localStorage, window: target, document: target })
  return stored
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/session.ts', async () => ({ useSession: (await import('zustand')).create(() => ({})) }))

const { emptyCart } = await import('./cart.ts')
const { syncCarts, clearLines, updateCart } = await import('./cartStore.ts')

const line = (productId: string) => ({ productId, qty: 1 }) as CartLine
const add = (productId: string) => updateCart(({ lines }) => ({ lines: [...lines, line(productId)] }))
const inCart = () => syncCarts().lines.map(({ productId }) => productId)

/** Another tab stores its cart, with the change counts it knows. */
function storeElsewhere(productId: string, counts: Record<string, number>): void {
  const state = { ...emptyCart(), lines: [line(productId)] }
  kept.set('cart', JSON.stringify({ counts: { ...counts, other: 1 }, state }))
}

test('carts created by two tabs at once are merged', () => {
  add('here')
  storeElsewhere('there', {})
  expect(inCart()).toEqual(['there', 'here'])
  expect(JSON.parse(kept.get('cart') ?? '{}').state.lines).toHaveLength(2)
})

test('a cart created after seeing this tab’s cart is kept', () => {
  const { counts } = JSON.parse(kept.get('cart') ?? '{}')
  storeElsewhere('next', counts)
  expect(inCart()).toEqual(['next'])
  clearLines()
  storeElsewhere('other', {})
  expect(inCart()).toEqual(['other'])
})

test('one user’s lines do not enter the next user’s cart', async () => {
  kept.clear()
  vi.resetModules()
  kept.set('cartOwner', 'one')
  const mine = { ...emptyCart(), lines: [line('mine')] }
  kept.set('cart:two', JSON.stringify({ counts: { other: 1 }, state: mine }))
  const { useSession } = await import('#web/session.ts')
  const store = await import('./cartStore.ts')
  store.updateCart(() => ({ lines: [line('theirs')] }))
  useSession.setState({ user: { id: 'two', roles: ['sp'], allRoles: ['sp'] } } as never)
  expect(store.syncCarts().lines).toMatchObject([{ productId: 'mine' }])
})
