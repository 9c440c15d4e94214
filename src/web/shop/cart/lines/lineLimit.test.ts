import { expect, test, vi } from 'vitest'
import { type Cart, type CartLine, emptyCart } from '../stored/cart.ts'

const world = vi.hoisted(() => {
  const saved: { name: string; lines: { productId: string }[] }[] = []
  return { saved, cart: {} as Cart, isOffline: false }
})
vi.mock('#shared/orders/orderRules.ts', () => ({ maxOrderLines: 3 }))
vi.mock('#web/i18n.ts', () => ({ t: (_key: string, { name = '' } = {}) => name }))
vi.mock('#web/settings.ts', () => ({ settings: {} }))
vi.mock('#web/session.ts', () => ({ isCustomer: () => false, useSession: {} }))
vi.mock('#web/api.ts', () => ({
  api: {
    post: async (_path: string, draft: (typeof world.saved)[number]) => {
      if (world.isOffline) throw new Error('offline')
      world.saved.push(draft)
      // A line changes meanwhile.
      world.cart.lines = world.cart.lines.map((line) => (line.productId === 'e' ? { ...line, qty: 9 } : line))
      return { data: { version: 1 } }
    },
  },
}))
vi.mock('../stored/cartStore.ts', () => ({
  syncCarts: () => world.cart,
  useCart: { getState: () => world.cart },
  updateCart: (next: (cart: Cart) => Partial<Cart>) => {
    world.cart = { ...world.cart, ...next(world.cart) }
  },
}))
const { linesOverLimit, withinLineLimit } = await import('./lineLimit.ts')
const { moveExcessToDrafts } = await import('../saving/drafts.ts')

const lines = (ids: string) => Array.from(ids, (productId) => ({ productId, qty: 1 }) as CartLine)
const idsOf = (all: { productId: string }[]) => all.map(({ productId }) => productId).join('')

test('the last new lines exceed the limit', () => {
  const cart = { ...emptyCart(), lines: lines('abcde') }
  expect(idsOf(linesOverLimit(cart))).toBe('de')
  expect(idsOf(linesOverLimit({ ...cart, lines: lines('abc') }))).toBe('')
  const placed = Object.fromEntries(lines('cde').map((line) => [line.productId, line]))
  const editing = { placed } as unknown as NonNullable<Cart['editing']>
  expect(idsOf(linesOverLimit({ lines: lines('abcde'), editing }))).toBe('ab')
})

test('items are added up to the limit; known ones always fit', () => {
  const wanted = lines('cadbea')
  expect(idsOf(withinLineLimit(wanted, ({ productId }) => productId, lines('ab')))).toBe('caba')
})

test('the excess is stored before it leaves the cart; lines changed meanwhile stay', async () => {
  world.cart = { ...emptyCart(), name: 'Fuar', lines: lines('abcdefgh') }
  world.isOffline = true
  await expect(moveExcessToDrafts()).rejects.toThrow('offline')
  expect(idsOf(world.cart.lines)).toBe('abcdefgh')
  world.isOffline = false
  expect(await moveExcessToDrafts()).toBe(5)
  expect(world.saved.map((draft) => idsOf(draft.lines))).toEqual(['def', 'gh'])
  expect(world.saved.every(({ name }) => name === 'Fuar')).toBe(true)
  expect(idsOf(world.cart.lines)).toBe('abce')
})
