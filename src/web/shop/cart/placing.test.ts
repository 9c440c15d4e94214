import { beforeEach, expect, test, vi } from 'vitest'
import type { Order } from './placing.ts'

/** A browser that keeps a session, and a server that answers as it is told. */
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
  Object.assign(globalThis, { sessionStorage, window: { addEventListener: () => {}, setTimeout } })
  const sent: string[] = []
  const told: string[] = []
  return { sessionStorage, sent, told, answer: async (): Promise<unknown> => new Promise(() => {}) }
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('#web/notify.ts', () => ({
  notifyDone: () => {},
  notifyFailure: (error: Error) => world.told.push(error.message),
}))
vi.mock('#web/api.ts', () => ({
  CallFailed: class extends Error {},
  api: {
    post: (_path: string, order: Order) => {
      world.sent.push(order.guidKey)
      return world.answer()
    },
  },
}))
vi.mock('./guest.ts', () => ({ useGuest: { getState: () => ({}) } }))
vi.mock('./settle.ts', () => ({ settlePlaced: () => {}, settleAmended: () => {} }))
vi.mock('./useOffers.ts', () => ({ learnFromRefusal: () => {} }))

const { isOnItsWay, place, resumePlacing, stopPlacing, usePlacing } = await import('./placing.ts')

const order = (qty: number): Order => ({
  guidKey: 'g',
  orderType: 'Rpt',
  currAccCode: '120.01',
  salesPersonCode: 'P1',
  description: '',
  lines: [{ productId: 's', qty, unitPrice: 10, priceCurrencyCode: 'TRY' }],
})
/** The page is loaded anew: what the tab keeps stays, what is in memory goes. */
const load = () => usePlacing.setState({ placing: { step: 'idle' } })

beforeEach(() => {
  stopPlacing()
  world.sent.length = 0
  world.sessionStorage.isFull = false
})

test('after a reload the order goes on, but not what the cart has become since', () => {
  place(order(1))
  expect(isOnItsWay('g')).toBe(true)
  load()
  resumePlacing(order(2))
  expect(world.sent).toEqual(['g'])
  resumePlacing(order(1))
  expect(world.sent).toEqual(['g', 'g'])
})

test('an order is sent where the browser keeps nothing', () => {
  world.sessionStorage.isFull = true
  place(order(1))
  expect(world.sent).toEqual(['g'])
})

test('a refusal is told also to whoever has left the cart', async () => {
  world.answer = async () => {
    throw new Error('Prices have changed')
  }
  place(order(1))
  await vi.waitFor(() => expect(world.told).toEqual(['Prices have changed']))
})
