import { beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from './cart.ts'
import type { Order } from './placing.ts'

/** A browser with session storage and a scripted server. */
const world = vi.hoisted(() => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    isFull: false,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (sessionStorage.isFull) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
  }
  const heard: Record<string, () => void> = {}
  const window = {
    addEventListener: (name: string, listener: () => void) => {
      heard[name] = listener
    },
    removeEventListener: () => {},
    setTimeout: (work: () => void, delay: number) => setTimeout(work, delay),
  }
  Object.assign(globalThis, { sessionStorage, window })
  const sent: string[] = []
  const notices: string[] = []
  const cart: Partial<Cart> = { guidKey: 'g', draftVersion: 3, isShared: true, lines: [] }
  return {
    sessionStorage,
    heard,
    cart,
    sent,
    notices,
    answer: async (): Promise<unknown> => new Promise(() => {}),
  }
})
vi.mock('#web/settings.ts', () => ({ settings: {} }))
vi.mock('#web/session.ts', () => ({ isCustomer: () => false }))
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/notify.ts', () => ({
  notifyDone: () => {},
  notifyFailure: (error: unknown) =>
    world.notices.push(error instanceof Error ? error.message : String(error)),
}))
vi.mock('#web/api.ts', () => ({
  CallFailed: class extends Error {
    code = 'order.otherDraft'
  },
  api: {
    post: (_path: string, order: Order) => {
      world.sent.push(order.guidKey)
      return world.answer()
    },
  },
}))
vi.mock('./cartStore.ts', () => ({
  updateCart: (next: (cart: Partial<Cart>) => Partial<Cart>) => {
    Object.assign(world.cart, next(world.cart))
  },
  useCart: { getState: () => world.cart },
}))
vi.mock('../recentCustomers.ts', () => ({ nameOfCustomer: (code: string) => code }))
vi.mock('./guest.ts', () => ({ useGuest: { getState: () => ({}) } }))
vi.mock('./useOffers.ts', () => ({ applyRefusal: () => {} }))

const { followPlacing, placeOrder, stopPlacing, usePlacing } = await import('./placing.ts')

const order = (qty: number): Order => ({
  guidKey: 'g',
  orderType: 'Rpt',
  currAccCode: '120.01',
  salesPersonCode: 'P1',
  description: '',
  lines: [{ productId: 's', qty, unitPrice: 10, priceCurrencyCode: 'TRY' }],
})
beforeEach(() => {
  stopPlacing()
  world.sent.length = 0
  world.cart.guidKey = 'g'
  world.sessionStorage.isFull = false
})

test('after a reload the order resumes only if the cart is unchanged', async () => {
  placeOrder(order(1))
  vi.resetModules()
  const reloaded = await import('./placing.ts')
  reloaded.resumePlacing(order(2))
  expect(world.sent).toEqual(['g'])
  reloaded.resumePlacing(order(1))
  expect(world.sent).toEqual(['g', 'g'])
  reloaded.stopPlacing()
})

test('an order is sent without storage', () => {
  world.sessionStorage.isFull = true
  placeOrder(order(1))
  expect(world.sent).toEqual(['g'])
})

test('a refusal is also announced outside the cart', async () => {
  world.answer = async () => {
    throw new Error('Prices have changed')
  }
  placeOrder(order(1))
  await vi.waitFor(() => expect(world.notices).toEqual(['Prices have changed']))
})

test('under another user’s draft key it is resent under a new key', async () => {
  const { CallFailed } = await import('#web/api.ts')
  world.answer = async () => {
    if (world.sent.length === 1) throw new CallFailed(409, {})
    return new Promise(() => {})
  }
  placeOrder(order(1))
  await vi.waitFor(() => expect(world.sent).toHaveLength(2))
  expect(world.sent[1]).not.toBe('g')
  expect(world.cart).toMatchObject({ guidKey: world.sent[1], draftVersion: 0, isShared: false })
})

test('an order of another customer’s cart is announced without navigating', async () => {
  world.answer = async () => ({ guidKey: 'g', orderNumber: '9' })
  const placed = vi.fn<(placed: object) => void>()
  const stop = followPlacing(placed)
  placeOrder(order(1))
  world.cart.guidKey = 'of another customer'
  await vi.waitFor(() => expect(usePlacing.getState().placing.step).toBe('idle'))
  expect(placed).not.toHaveBeenCalled()
  world.notices.length = 0
  world.answer = async () => {
    throw new Error('Prices have changed')
  }
  placeOrder(order(2))
  await vi.waitFor(() => expect(world.notices).toEqual(['120.01: Prices have changed']))
  stop()
})

test('an unanswered order is resent in parallel, and the first answer counts', async () => {
  vi.useFakeTimers()
  const answers: ((answer: object) => void)[] = []
  world.answer = () => new Promise((resolve) => answers.push(resolve))
  const placed = vi.fn<(placed: object) => void>()
  const stop = followPlacing(placed)
  placeOrder(order(1))
  vi.advanceTimersByTime(12_000)
  expect(usePlacing.getState().placing).toMatchObject({ step: 'waiting', isSlow: true })
  expect(world.sent).toHaveLength(1)
  world.heard.online?.()
  expect(world.sent).toEqual(['g', 'g'])
  vi.useRealTimers()
  answers[1]?.({ guidKey: 'g', orderNumber: '8' })
  await vi.waitFor(() => expect(placed).toHaveBeenCalledTimes(1))
  answers[0]?.({ guidKey: 'g', orderNumber: '8' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(placed).toHaveBeenCalledTimes(1)
  stop()
})
