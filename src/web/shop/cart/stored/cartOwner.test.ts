import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from './cart.ts'

/** A browser with two tabs and limited storage, in characters. */
const world = vi.hoisted(() => {
  const kept = new Map<string, string>()
  const size = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const heard: Record<string, (event: { key: string; newValue: string | null }) => void> = {}
  const browser = { kept, heard, holds: Number.POSITIVE_INFINITY, reloads: 0 }
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (size() - (kept.get(key)?.length ?? 0) + value.length > browser.holds) throw new Error('Full')
      kept.set(key, value)
    },
  }
  const addEventListener = (name: string, listener: (typeof heard)[string]) => {
    heard[name] = listener
  }
  const location = { reload: () => void (browser.reloads += 1) }
  Object.assign(globalThis, {
    localStorage,
    location,
    document: { addEventListener },
    window: { addEventListener },
  })
  return browser
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/notify.ts', () => ({ notifyFailure: () => {} }))
vi.mock('#web/session.ts', async () => ({ useSession: (await import('zustand')).create(() => ({})) }))

const { useSession } = await import('#web/session.ts')
const { changeCart, useCart } = await import('./cartStore.ts')

const signIn = (id: string) =>
  useSession.setState({ user: { id, roles: ['customer'], allRoles: ['customer'] } } as never)
const leave = () => useSession.setState({ user: undefined })
const fill = (...ids: string[]) =>
  changeCart({ lines: ids.map((productId) => ({ productId, qty: 1 }) as CartLine) })
const inCart = () => useCart.getState().lines.map(({ productId }) => productId)

beforeEach(() => {
  leave()
  world.kept.clear()
  world.holds = Number.POSITIVE_INFINITY
  fill()
})

test('a guest’s cart becomes theirs after sign-in', () => {
  fill('a')
  signIn('one')
  expect(inCart()).toEqual(['a'])
})

test('after an expired session the cart returns, unseen by others', () => {
  signIn('one')
  fill('a', 'b')
  leave()
  expect(inCart()).toEqual(['a', 'b'])
  signIn('other')
  expect(inCart()).toEqual([])
  fill('c')
  leave()
  signIn('one')
  expect(inCart()).toEqual(['a', 'b'])
  leave()
  signIn('other')
  expect(inCart()).toEqual(['c'])
})

test('each role of a user keeps its own cart', () => {
  const actAs = (role: string) =>
    useSession.setState({ user: { id: 'both', roles: [role], allRoles: ['sp', 'customer'] } } as never)
  actAs('sp')
  changeCart({ currAccCode: 'A' })
  fill('a')
  actAs('customer')
  expect(useCart.getState()).toMatchObject({ currAccCode: '', lines: [] })
  fill('own')
  actAs('sp')
  expect(useCart.getState()).toMatchObject({ currAccCode: 'A', lines: [{ productId: 'a' }] })
  actAs('customer')
  expect(inCart()).toEqual(['own'])
})

test('a set-aside cart returns after another user’s sign-out, with a guest’s lines', () => {
  signIn('one')
  fill('a')
  leave()
  signIn('other')
  for (const key of ['cart', 'cartOwner']) world.kept.delete(key)
  leave()
  fill('visitor')
  signIn('one')
  expect(inCart()).toEqual(['a', 'visitor'])
})

test('carts survive when a third copy would exceed the storage', () => {
  signIn('one')
  fill('a')
  leave()
  world.holds = [...world.kept].reduce((sum, [key, value]) => sum + key.length + value.length, 60)
  signIn('other')
  expect(inCart()).toEqual([])
  leave()
  signIn('one')
  expect(inCart()).toEqual(['a'])
})

test('only tabs of another user reload', () => {
  const hear = (newValue: string | null) => world.heard.storage?.({ key: 'cartOwner', newValue })
  hear('one')
  signIn('one')
  hear('one')
  hear(null)
  expect(world.reloads).toBe(0)
  hear('other')
  expect(world.reloads).toBe(1)
})
