import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from './cart.ts'

/** An agent's browser. */
const world = vi.hoisted(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const target = { addEventListener: () => {}, setTimeout: () => 0 }
  Object.assign(globalThis, { localStorage, window: target, document: target })
  return { kept, notices: [] as string[] }
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/notify.ts', () => ({
  notifyDone: (message: string) => world.notices.push(message),
  notifyFailure: () => {},
}))
vi.mock('#web/session.ts', async () => ({
  useSession: (await import('zustand')).create(() => ({
    user: { id: 'u', roles: ['sp'], allRoles: ['sp'] },
  })),
}))

const { getCarts, syncCarts, changeLines, changeOrderType, openCart, openCustomer, updateCart, resetCart } =
  await import('./cartStore.ts')
const { emptyCart } = await import('./cart.ts')
const { withoutPlaced } = await import('./editing.ts')

const line = (productId: string) => ({ productId, qty: 1 }) as CartLine
const add = (productId: string) => changeLines(({ lines }) => ({ lines: [...lines, line(productId)] }))
const stored = () => world.kept.get('cart') ?? ''
/** Each customer's cart, open one first. */
const seen = () => {
  const { open, others } = getCarts()
  return [open, ...others].map(({ currAccCode, lines }) => [
    currAccCode,
    lines.map(({ productId }) => productId).join(),
  ])
}

beforeEach(() => {
  resetCart()
  openCustomer('A')
  add('a')
  syncCarts()
  world.notices.length = 0
})

test('each customer’s cart is stored and reopens when they are chosen', () => {
  openCustomer('B')
  add('b')
  syncCarts()
  expect(JSON.parse(stored()).others).toMatchObject([{ currAccCode: 'A', lines: [{ productId: 'a' }] }])
  openCustomer('A')
  expect(seen()).toEqual([
    ['A', 'a'],
    ['B', 'b'],
  ])
})

test('a late change of another tab goes to the previous customer’s cart', () => {
  const before = JSON.parse(stored())
  openCustomer('B')
  add('b')
  syncCarts()
  // The other tab added to A's cart meanwhile and overwrote the choice.
  before.state.lines.push(line('y'))
  world.kept.set('cart', JSON.stringify({ ...before, counts: { ...before.counts, other: 1 } }))
  syncCarts()
  expect(seen()).toEqual([
    ['B', 'b'],
    ['A', 'a,y'],
  ])
})

test('a press before another tab switched customers goes to the previous cart', () => {
  add('x')
  const { counts, state } = JSON.parse(stored())
  const theirs = { ...emptyCart(), currAccCode: 'B', lines: [line('b')] }
  world.kept.set('cart', JSON.stringify({ counts: { ...counts, other: 1 }, others: [state], state: theirs }))
  syncCarts()
  expect(seen()).toEqual([
    ['B', 'b'],
    ['A', 'a,x'],
  ])
  expect(JSON.parse(stored()).others[0].lines).toHaveLength(2)
})

test('a change of a waiting cart is stored', () => {
  const { guidKey } = syncCarts()
  openCustomer('B')
  updateCart(() => ({ draftVersion: 4 }), guidKey)
  expect(JSON.parse(stored()).others).toMatchObject([{ currAccCode: 'A', draftVersion: 4 }])
})

test('placing removes lines from the waiting cart, not the open one', () => {
  const { guidKey } = syncCarts()
  add('more')
  openCustomer('B')
  add('a')
  updateCart((cart) => withoutPlaced(cart, { guidKey, lines: [{ productId: 'a', qty: 1 }] }), guidKey)
  expect(seen()).toEqual([
    ['B', 'a'],
    ['A', 'more'],
  ])
})

test('an order type change is announced, unless chosen by hand', () => {
  changeOrderType('Season')
  openCustomer('B')
  expect(world.notices).toEqual([])
  changeOrderType('Rpt')
  expect(world.notices).toEqual([])
  openCustomer('A')
  expect(world.notices).toEqual(['orderType.now.Season'])
  openCart({ ...emptyCart(), orderType: 'Rpt' })
  expect(world.notices).toEqual(['orderType.now.Season', 'orderType.now.Rpt'])
})
