import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine, Order } from '../stored/cart.ts'

/** A browser with storage and a scripted server. */
const world = vi.hoisted(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    isFull: false,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (localStorage.isFull) throw new Error('QuotaExceededError')
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
  const document = {
    visibilityState: 'visible',
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  Object.assign(globalThis, { localStorage, window, document })
  return {
    kept,
    localStorage,
    heard,
    sent: [] as Order[],
    notices: [] as string[],
    answer: async (): Promise<unknown> => new Promise(() => {}),
  }
})
vi.mock('#web/settings.ts', () => ({ settings: {} }))
vi.mock('#web/session.ts', async () => ({
  isCustomer: () => false,
  isSignedIn: () => true,
  useSession: (await import('zustand')).create(() => ({
    user: { id: 'agent', roles: ['sp'], allRoles: ['sp'] },
  })),
}))
vi.mock('#web/i18n.ts', () => ({
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
}))
vi.mock('#web/notify.ts', () => ({
  notifyDone: (message: string) => world.notices.push(message),
  notifyFailure: (error: unknown) =>
    world.notices.push(error instanceof Error ? error.message : String(error)),
  notifyFailureAs: (message: string) => world.notices.push(message),
}))
vi.mock('#web/api.ts', () => ({
  CallFailed: class extends Error {
    status: number
    code: string
    constructor(status: number, body: { code?: string }) {
      super('refused')
      this.status = status
      this.code = body.code ?? ''
    }
  },
  api: {
    post: (_path: string, order: Order) => {
      world.sent.push(order)
      return world.answer()
    },
  },
}))
vi.mock('../../recentCustomers.ts', () => ({ nameOfCustomer: (code: string) => code }))
vi.mock('../form/guest.ts', () => ({ useGuest: { getState: () => ({}) } }))
vi.mock('../offers/useOffers.ts', () => ({ applyRefusal: () => {} }))

const line = { productId: 's', qty: 1 } as CartLine
const order = (guidKey: string, change: Partial<Order> = {}): Order => ({
  guidKey,
  orderType: 'Rpt',
  currAccCode: '120.01',
  salesPersonCode: 'P1',
  description: '',
  campaignCode: '',
  overrideReason: '',
  lines: [{ productId: 's', qty: 1, unitPrice: 10, priceCurrencyCode: 'TRY' }],
  ...change,
})

/** A tab of this browser, with its own modules. */
async function openTab() {
  vi.resetModules()
  const store = await import('../stored/cartStore.ts')
  const placing = await import('./placing.ts')
  const { CallFailed } = await import('#web/api.ts')
  const step = () => placing.usePlacing.getState().placing.step
  return { ...store, ...placing, CallFailed, step }
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** With a line in the open cart; its key. */
function fillCart(tab: Tab, currAccCode = '120.01'): string {
  tab.updateCart(() => ({ currAccCode, lines: [line] }))
  return tab.useCart.getState().guidKey
}
const sentKeys = () => world.sent.map(({ guidKey }) => guidKey)
const ordersOf = (tab: Tab) => tab.getCarts().orders.map(({ guidKey }) => guidKey)

let tab: Tab
beforeEach(async () => {
  world.kept.clear()
  world.kept.set('cartOwner', 'agent')
  world.localStorage.isFull = false
  world.sent.length = 0
  world.notices.length = 0
  world.answer = async () => new Promise(() => {})
  for (const one of tab?.getCarts().orders ?? []) tab.stopPlacing(one.guidKey)
  tab = await openTab()
})

test('another tab never sees a placed order gone from the orders, and its lines still in the cart', async () => {
  const guidKey = fillCart(tab)
  const stop = tab.startSending()
  const seen: string[] = []
  const { setItem } = world.localStorage
  world.answer = async () => {
    world.localStorage.setItem = (key, value) => {
      const { orders, state } = JSON.parse(value)
      if (key === 'cart') seen.push(`${orders.length} orders, ${state.lines.length} lines`)
      setItem(key, value)
    }
    return { guidKey, orderNumber: '26-1' }
  }
  tab.placeOrder(order(guidKey))
  await vi.waitFor(() => expect(ordersOf(tab)).toEqual([]))
  world.localStorage.setItem = setItem
  stop()
  expect(seen).toEqual(['0 orders, 0 lines'])
})

test('an order is sent from another tab, or after the page was closed, as it was ordered', async () => {
  const key = fillCart(tab)
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(sentKeys()).toEqual([key]))
  // More in the cart: not ordered.
  tab.updateCart(({ lines }) => ({ lines: [...lines, { ...line, productId: 'm' }] }))
  const next = await openTab()
  expect(ordersOf(next)).toEqual([key])
  world.answer = async () => ({ guidKey: key, orderNumber: '7' })
  // The first tab sends it, unless it is at rest.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = next.startSending()
  await Promise.resolve()
  expect(world.sent).toHaveLength(1)
  vi.advanceTimersByTime(15_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(world.notices).toEqual(['ordering.cart.placedMeanwhile 7']))
  expect(world.sent).toEqual([order(key), order(key)])
  expect(next.getCarts()).toMatchObject({ orders: [], open: { lines: [{ productId: 'm' }] } })
  expect(next.useCart.getState().guidKey).not.toBe(key)
  // The first tab follows.
  tab.syncCarts()
  expect([tab.step(), ordersOf(tab)]).toEqual(['idle', []])
  expect(world.sent).toHaveLength(2)
  stop()
})

test('is taken back in another tab', async () => {
  const key = fillCart(tab)
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(sentKeys()).toEqual([key]))
  const other = await openTab()
  other.stopPlacing(key)
  tab.syncCarts()
  await vi.waitFor(() => expect(tab.step()).toBe('idle'))
  expect(tab.useCart.getState()).toMatchObject({ guidKey: key, lines: [line] })
})

test('orders of several customers are sent one after the other', async () => {
  const first = fillCart(tab)
  tab.openCustomer('120.02')
  const second = fillCart(tab, '120.02')
  const answers: ((answer: object) => void)[] = []
  world.answer = () => new Promise((resolve) => answers.push(resolve))
  tab.placeOrder(order(second, { currAccCode: '120.02' }))
  tab.placeOrder(order(first))
  await vi.waitFor(() => expect(sentKeys()).toEqual([second]))
  answers[0]?.({ guidKey: second, orderNumber: '1' })
  await vi.waitFor(() => expect(sentKeys()).toEqual([second, first]))
  answers[1]?.({ guidKey: first, orderNumber: '2' })
  await vi.waitFor(() =>
    expect(tab.getCarts()).toMatchObject({ orders: [], others: [], open: { lines: [] } }),
  )
})

test('is never sent as another user, nor lost when the session ends', async () => {
  world.kept.set('user', '{"id":"agent"}')
  const key = fillCart(tab)
  world.answer = async () => {
    // The server could not be reached; then another user signs in, in another tab.
    world.kept.set('user', '{"id":"other"}')
    throw new tab.CallFailed(0, {})
  }
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(tab.step()).toBe('waiting'))
  world.heard.online?.()
  await vi.waitFor(() => expect(tab.step()).toBe('idle'))
  expect([sentKeys(), ordersOf(tab)]).toEqual([[key], [key]])
  world.kept.set('cartOwner', 'other')
  const stop = tab.startSending()
  world.kept.set('cartOwner', 'agent')
  world.answer = async () => {
    throw new tab.CallFailed(401, {})
  }
  stop()
  const signedInAgain = await openTab()
  const end = signedInAgain.startSending()
  await vi.waitFor(() => expect(sentKeys()).toEqual([key, key]))
  await vi.waitFor(() => expect(signedInAgain.step()).toBe('idle'))
  expect(ordersOf(signedInAgain)).toEqual([key])
  end()
})

test('a visitor’s order is an ordinary cart again once they have signed in', () => {
  const key = fillCart(tab)
  tab.changeStored(
    (carts) => ({ ...carts, orders: [order(key, { guest: { name: 'A', phone: '1', email: '' } })] }),
    key,
  )
  tab.startSending()()
  expect([sentKeys(), ordersOf(tab)]).toEqual([[], []])
  expect(tab.useCart.getState().lines).toEqual([line])
})

test('an order is sent without storage', async () => {
  world.localStorage.isFull = true
  const key = fillCart(tab)
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(sentKeys()).toEqual([key]))
})

test('a refusal is also announced outside the cart', async () => {
  world.answer = async () => {
    throw new Error('Prices have changed')
  }
  const key = fillCart(tab)
  tab.placeOrder(order(key))
  await vi.waitFor(() =>
    expect(world.notices).toEqual(['ordering.cart.refusedMeanwhile Prices have changed']),
  )
  expect([tab.step(), ordersOf(tab)]).toEqual(['refused', []])
})

test('under another user’s draft key it is resent under a new key', async () => {
  world.answer = async () => {
    if (world.sent.length === 1) throw new tab.CallFailed(409, { code: 'order.otherDraft' })
    return new Promise(() => {})
  }
  const key = fillCart(tab)
  tab.updateCart(() => ({ draftVersion: 3, isShared: true }))
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(world.sent).toHaveLength(2))
  const [, again] = sentKeys()
  expect(again).not.toBe(key)
  expect(ordersOf(tab)).toEqual([again])
  expect(tab.useCart.getState()).toMatchObject({ guidKey: again, draftVersion: 0, isShared: false })
})

test('an order of another customer’s cart is announced without navigating', async () => {
  const key = fillCart(tab)
  const placed = vi.fn<(placed: object) => void>()
  const stop = tab.followPlacing(placed)
  world.answer = async () => ({ guidKey: key, orderNumber: '9' })
  tab.placeOrder(order(key))
  tab.openCustomer('120.02')
  await vi.waitFor(() => expect(world.notices).toEqual(['ordering.cart.placedMeanwhile 9']))
  expect(placed).not.toHaveBeenCalled()
  world.answer = async () => {
    throw new Error('Prices have changed')
  }
  world.notices.length = 0
  tab.placeOrder(order('key of another cart'))
  await vi.waitFor(() => expect(world.notices).toEqual(['120.01: Prices have changed']))
  stop()
})

test('an unanswered order is resent in parallel, and the first answer counts', async () => {
  const key = fillCart(tab)
  const answers: ((answer: object) => void)[] = []
  world.answer = () => new Promise((resolve) => answers.push(resolve))
  const placed = vi.fn<(placed: object) => void>()
  const stop = tab.followPlacing(placed)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tab.placeOrder(order(key))
  await vi.waitFor(() => expect(sentKeys()).toEqual([key]))
  vi.advanceTimersByTime(12_000)
  expect(tab.usePlacing.getState().placing).toMatchObject({ step: 'waiting', isSlow: true })
  expect(world.sent).toHaveLength(1)
  world.heard.online?.()
  expect(sentKeys()).toEqual([key, key])
  vi.useRealTimers()
  answers[1]?.({ guidKey: key, orderNumber: '8' })
  await vi.waitFor(() => expect(placed).toHaveBeenCalledTimes(1))
  answers[0]?.({ guidKey: key, orderNumber: '8' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(placed).toHaveBeenCalledTimes(1)
  stop()
})
