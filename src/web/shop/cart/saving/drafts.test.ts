import { beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/orders/carts.ts'
import { testLine, testOrder } from '#web/testing.ts'
import type { CartLine } from '../stored/cart.ts'

/** A scripted browser and server. */
const world = vi.hoisted(() => {
  class Storage {
    kept = new Map<string, string>()
    isFull = (_key: string) => false
    getItem = (key: string) => this.kept.get(key) ?? null
    removeItem = (key: string) => void this.kept.delete(key)
    setItem = (key: string, value: string) => {
      if (this.isFull(key)) throw new Error('QuotaExceededError')
      this.kept.set(key, value)
    }
  }
  const stores = { localStorage: new Storage(), sessionStorage: new Storage() }
  const target = { addEventListener: () => {}, removeEventListener: () => {} }
  Object.assign(globalThis, {
    ...stores,
    window: { ...target, setTimeout: (work: () => void, delay: number) => setTimeout(work, delay) },
    document: { ...target, visibilityState: 'visible' },
    location: { pathname: '/shop' },
    requestAnimationFrame: (work: () => void) => setTimeout(work),
  })
  class CallFailed extends Error {
    status: number
    code: string | undefined
    constructor(status: number, code?: string) {
      super(code ?? 'network')
      this.status = status
      this.code = code
    }
  }
  return { ...stores, CallFailed, serve: async (_path: string, _input: object): Promise<unknown> => ({}) }
})
vi.mock('#web/i18n.ts', () => ({ t: (key: string) => key, locale: 'en' }))
vi.mock('#web/settings.ts', () => ({ settings: { customerKey: 'tf-it', onlineExpire: 0 } }))
vi.mock('#web/session.ts', () => ({
  isCustomer: () => false,
  isSignedIn: () => true,
  useSession: { getState: () => ({ user: { id: 'u1' } }), subscribe: () => {} },
}))
vi.mock('#web/api.ts', () => {
  const call = (path: string, input: object) => world.serve(path.replace('/api/Shop/', ''), input)
  return { api: { get: call, post: call }, CallFailed: world.CallFailed }
})

const { emptyCart } = await import('../stored/cart.ts')
const { getCarts, openCart, openCustomer, updateCart, resetCart, useCart } = await import(
  '../stored/cartStore.ts'
)
const { keepMine, startAutosave, saveNow, openDraft, useSaving } = await import('./draftSaving.ts')
const { showNoticesBy } = await import('#web/notify.ts')
const {
  deleteDraft,
  duplicateDraft,
  keepAsDraft,
  storeOthersAsDrafts,
  leaveClosedOrder,
  startEmptyCart,
  storeAsDraft,
  updateDraftDetails,
  openDraftById,
} = await import('./drafts.ts')
const { afterAmending, cartOfOrder } = await import('../stored/editing.ts')

const line = (productId: string, qty: number): CartLine => testLine(productId, { qty })
const order = (lines: CartLine[]) => testOrder(lines, { guidKey: 'order', description: '' })
const draft = (fields: Partial<Draft> = {}): Draft => ({
  id: 'g',
  name: 'Fair',
  isShared: true,
  orderType: 'Rpt',
  currAccCode: '120.01',
  salesPersonCode: 'P1',
  customerOrderNumber: '',
  description: '',
  campaignCode: 'FUAR5',
  discount: 0,
  discountReason: '',
  overrideReason: '',
  currAccDescription: 'Ayla',
  isMine: true,
  ownerName: 'Ada',
  updatedBy: 'Ada',
  version: 1,
  updatedAt: '2026-05-01T10:00:00.000Z',
  lineCount: 1,
  lines: [line('s', 2)],
  ...fields,
})
type Sent = {
  id: string
  name: string
  version?: number
  lines: { productId: string; piecesPerLot?: number }[]
}
const add = (productId: string) => updateCart(({ lines }) => ({ lines: [...lines, line(productId, 1)] }))
const notFound = () => {
  throw new world.CallFailed(404, 'notFound')
}

/** Saves in order of arrival; `meanwhile` runs during the first. */
function takesAll(meanwhile = () => {}): Sent[] {
  const saved: Sent[] = []
  world.serve = async (path, input) => {
    if (path !== 'SaveDraft') return { data: {} }
    saved.push(input as Sent)
    if (saved.length > 20) throw new world.CallFailed(500)
    await Promise.resolve()
    if (saved.length === 1) meanwhile()
    return { data: { version: saved.length + 1, updatedAt: '' } }
  }
  return saved
}

beforeEach(() => {
  world.localStorage.isFull = () => false
  resetCart()
  useSaving.setState({ step: 'saved', theirs: undefined, failure: undefined })
})

test('with full storage a draft is saved once, not endlessly', async () => {
  openDraft(draft())
  world.localStorage.isFull = () => true
  const saved = takesAll()
  add('m')
  await saveNow()
  expect(saved).toHaveLength(1)
})

test('saving, renaming and copying keep the agreed lot content', async () => {
  const lot = { lotCode: 'K8', lotDescription: '36/37 4-4', piecesPerLot: 8 }
  const opened = draft({ lines: [line('s', 2), { ...line('l', 1), ...lot }] })
  openDraft(opened)
  add('m')
  const saved = takesAll()
  await saveNow()
  const { serve } = world
  world.serve = async (path, input) =>
    path === 'GetDraftById' ? { data: { ...opened, id: 'h' } } : serve(path, input)
  await updateDraftDetails('h', { name: 'Paris' })
  await duplicateDraft('h')
  for (const { lines } of saved) {
    expect(lines[0]).toEqual({ productId: 's', qty: 2, unitPrice: 10, priceCurrencyCode: 'TRY' })
    expect(lines[1]).toMatchObject({ productId: 'l', lotDescription: '36/37 4-4', piecesPerLot: 8 })
  }
  expect(saved).toHaveLength(3)
})

test('lines added while storing a cart are stored too', async () => {
  openCart({ ...emptyCart(), guidKey: 'g1', lines: [line('s', 1)] })
  const saved = takesAll(() => add('m'))
  expect(await storeAsDraft()).toBe(true)
  expect(saved.at(-1)?.lines.map(({ productId }) => productId)).toEqual(['s', 'm'])
})

test('a cart opened by another tab meanwhile is stored too', async () => {
  openCart({ ...emptyCart(), guidKey: 'g1', lines: [line('s', 1)] })
  const saved = takesAll(() => openCart({ ...emptyCart(), guidKey: 'g2', lines: [line('m', 1)] }))
  await storeAsDraft()
  expect(saved.map(({ id }) => id)).toEqual(['g1', 'g2'])
})

test('a draft opened during another save is saved afterwards', async () => {
  openDraft(draft())
  add('m')
  let naming: Promise<void> | undefined
  const saved = takesAll(() => {
    openDraft(draft({ id: 'h' }))
    naming = keepAsDraft({ name: 'Paris' })
  })
  await saveNow()
  await naming
  expect(saved.map(({ id, name }) => [id, name])).toEqual([
    ['g', 'Fair'],
    ['h', 'Paris'],
  ])
})

test('another user’s draft gets a new key if it is gone', async () => {
  openDraft(draft({ isMine: false }))
  add('m')
  world.serve = async () => notFound()
  await saveNow().catch(() => {})
  expect(useCart.getState()).toMatchObject({
    draftVersion: 0,
    lines: [{ productId: 's' }, { productId: 'm' }],
  })
  expect(useCart.getState().guidKey).not.toBe('g')
})

/** Draft g is ordered as two of s; one of them was taken out since. Takes everything else. */
function isOrdered(): Sent[] {
  const saved = takesAll()
  const { serve } = world
  world.serve = async (path, input) => {
    if (path === 'GetShopHomeCart')
      return { data: { ...order([line('s', 1)]), guidKey: 'g', placedLines: [{ productId: 's', qty: 2 }] } }
    if (path === 'SaveDraft' && (input as Sent).id === 'g')
      throw new world.CallFailed(409, 'order.alreadyPlaced')
    return path === 'GetDraftById' ? notFound() : serve(path, input)
  }
  return saved
}

test('a cart that was ordered elsewhere closes with a link to the order; only its new lines stay', async () => {
  const links: (string | undefined)[] = []
  showNoticesBy(({ link }) => links.push(link?.href))
  links.length = 0
  const saved = isOrdered()
  openDraft(draft())
  add('m')
  await saveNow()
  expect(useCart.getState()).toMatchObject({ draftVersion: 0, lines: [{ productId: 'm', qty: 1 }] })
  expect(useCart.getState().guidKey).not.toBe('g')
  expect(links).toEqual(['/cart/g'])
  expect(saved).toEqual([])
})

test('a cart that was ordered elsewhere does not keep another from being opened', async () => {
  const saved = isOrdered()
  for (const draftVersion of [0, 1]) {
    openCart({ ...emptyCart(), guidKey: 'g', draftVersion, lines: [line('s', 2)] })
    expect(await startEmptyCart()).toBe(false)
    expect(useCart.getState()).toMatchObject({ draftVersion: 0, lines: [] })
    openCart({ ...emptyCart(), guidKey: 'g', draftVersion, lines: [line('s', 2), line('m', 3)] })
    expect(await startEmptyCart()).toBe(true)
    expect(saved.splice(0)).toMatchObject([{ lines: [{ productId: 'm', qty: 3 }] }])
  }
})

test.each([0, 1])('a waiting cart that was ordered elsewhere closes at sign-out', async (draftVersion) => {
  const saved = isOrdered()
  openCart({ ...ofCustomer('A', 's'), guidKey: 'g', draftVersion, lines: [line('s', 3)] })
  openCustomer('B')
  await storeOthersAsDrafts()
  expect(saved).toMatchObject([{ currAccCode: 'A', lines: [{ productId: 's', qty: 1 }] }])
  expect(getCarts().others).toMatchObject([{ draftVersion: 2, lines: [{ qty: 1 }] }])
})

test('an unknown draft, left by a previous user, is not owned', async () => {
  openCart({ ...emptyCart(), guidKey: 'x', draftVersion: 3, lines: [line('s', 1)] })
  world.serve = async () => notFound()
  await saveNow().catch(() => {})
  expect(useCart.getState()).toMatchObject({ draftVersion: 0, lines: [{ productId: 's' }] })
  expect(useCart.getState().guidKey).not.toBe('x')
})

test('local changes overwrite another user’s draft but keep its name', async () => {
  openDraft(draft({ isMine: false }))
  add('m')
  useSaving.setState({ theirs: draft({ isMine: false, name: 'Milan', version: 5 }) })
  keepMine()
  const saved = takesAll()
  await saveNow()
  expect(saved).toMatchObject([{ name: 'Milan', version: 5, lines: [{}, { productId: 'm' }] }])
})

test('a restored draft still has its unsaved changes', async () => {
  openDraft(draft())
  add('m')
  takesAll()
  const restore = await deleteDraft('g')
  await restore()
  expect(useCart.getState().saved).toMatchObject({ isMine: true })
  const saved = takesAll()
  await saveNow()
  expect(saved).toMatchObject([{ id: 'g', lines: [{}, { productId: 'm' }] }])
})

test('a conflict that could not be read is retried', async () => {
  vi.useFakeTimers()
  const stop = startAutosave()
  openDraft(draft())
  add('m')
  let isThere = false
  world.serve = async (path) => {
    if (path === 'SaveDraft') throw new world.CallFailed(409, 'record.changed')
    if (!isThere) throw new world.CallFailed(0)
    return { data: draft({ version: 9 }) }
  }
  await saveNow().catch(() => {})
  isThere = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(useSaving.getState().theirs?.version).toBe(9)
  stop()
  vi.useRealTimers()
})

test('the aside cart stays when the order can no longer be amended', async () => {
  const aside = { ...emptyCart(), guidKey: 'aside', lines: [line('a', 4)] }
  const closed = order([line('s', 1)])
  openCart(cartOfOrder(closed, aside))
  const saved = takesAll()
  add('m')
  expect(await leaveClosedOrder(closed)).toEqual({ count: 1, isKept: true })
  expect(saved).toMatchObject([{ id: 'aside', lines: [{ productId: 'a', qty: 4 }] }])
  expect(useCart.getState()).toMatchObject({ editing: null, lines: [{ productId: 'm' }] })

  openCart(cartOfOrder(closed, aside))
  expect(await leaveClosedOrder(closed)).toEqual({ count: 0, isKept: false })
  expect(useCart.getState()).toEqual(aside)
})

/** By customer, open one first. */
const carts = () => {
  const { open, others } = getCarts()
  return [open, ...others].map(({ currAccCode, lines }) => [currAccCode, lines.map((one) => one.productId)])
}
const ofCustomer = (currAccCode: string, productId: string) => ({
  ...emptyCart(),
  currAccCode,
  lines: [line(productId, 1)],
})

test('what somebody took out of an order being edited is not new when it can no longer be amended', async () => {
  openCart(cartOfOrder(order([line('s', 3)]), null))
  add('m')
  await leaveClosedOrder(order([line('s', 1)]))
  expect(useCart.getState()).toMatchObject({ editing: null, lines: [{ productId: 'm' }] })
})

test('leaving a closed order keeps one cart per customer', async () => {
  openCart(ofCustomer('120.01', 'own'))
  openCustomer('A')
  openCart(cartOfOrder(order([line('s', 1)]), ofCustomer('A', 'a')))
  const saved = takesAll()
  add('m')
  await leaveClosedOrder(order([line('s', 1)]))
  expect(saved).toEqual([])
  expect(carts()).toEqual([
    ['120.01', ['own', 'm']],
    ['A', ['a']],
  ])
})

test('opening a draft stores its customer’s cart as a draft; the open one waits', async () => {
  openCart(ofCustomer('120.01', 'own'))
  openCustomer('A')
  add('a')
  const saved = takesAll()
  const { serve } = world
  world.serve = async (path, input) => (path === 'GetDraftById' ? { data: draft() } : serve(path, input))
  expect(await openDraftById('g')).toBe(true)
  expect(saved).toMatchObject([{ lines: [{ productId: 'own' }] }])
  expect(carts()).toEqual([
    ['120.01', ['s']],
    ['A', ['a']],
  ])
})

test('a waiting draft opens with unsaved changes, and not after deletion', async () => {
  openDraft(draft())
  add('m')
  openCustomer('A')
  expect(await openDraftById('g')).toBe(false)
  expect(carts()).toEqual([['120.01', ['s', 'm']]])
  openCustomer('A')
  takesAll()
  await deleteDraft('g')
  expect(getCarts().others).toEqual([])
})

test('nothing changes if a cart cannot be stored, also without a customer', async () => {
  const fail = async (path: string) => {
    if (path === 'SaveDraft') throw new world.CallFailed(0)
    return { data: draft() }
  }
  openCart(ofCustomer('120.01', 'own'))
  openCustomer('A')
  add('a')
  const before = getCarts()
  world.serve = fail
  await expect(openDraftById('g')).rejects.toThrow()
  expect(getCarts()).toEqual(before)

  openCustomer('')
  add('n')
  let isFirst = true
  world.serve = async (path) => {
    if (path !== 'SaveDraft' || !isFirst) return fail(path)
    isFirst = false
    return { data: { version: 1, updatedAt: '' } }
  }
  await expect(openDraftById('g')).rejects.toThrow()
  expect(new Set(carts())).toEqual(
    new Set([
      ['', ['n']],
      ['120.01', ['own']],
      ['A', ['a']],
    ]),
  )
})

test('a draft left for another customer is saved while waiting', async () => {
  const stop = startAutosave()
  openDraft(draft())
  add('m')
  const saved = takesAll()
  openCustomer('A')
  await vi.waitFor(() => expect(getCarts().others).toMatchObject([{ guidKey: 'g', draftVersion: 2 }]))
  expect(saved).toMatchObject([{ id: 'g', lines: [{ productId: 's' }, { productId: 'm' }] }])
  stop()
})

test('unsaved changes of a waiting draft are saved at sign-out', async () => {
  const stop = startAutosave()
  openDraft(draft())
  add('m')
  world.serve = async () => {
    throw new world.CallFailed(0)
  }
  openCustomer('A')
  await expect(storeOthersAsDrafts()).rejects.toThrow()
  const saved = takesAll()
  await storeOthersAsDrafts()
  expect(saved).toMatchObject([{ id: 'g', lines: [{}, { productId: 'm' }] }])
  stop()
})

test('at sign-out every waiting cart becomes a draft, without its customer if refused', async () => {
  openCart(ofCustomer('A', 'a'))
  openCustomer('GONE')
  add('g')
  openCustomer('B')
  const saved: { currAccCode: string; lines: object[] }[] = []
  world.serve = async (_path, input) => {
    const given = input as (typeof saved)[number]
    if (given.currAccCode === 'GONE') return notFound()
    saved.push(given)
    return { data: { version: 1, updatedAt: '' } }
  }
  await storeOthersAsDrafts()
  expect(saved).toMatchObject([
    { currAccCode: '', lines: [{ productId: 'g' }] },
    { currAccCode: 'A', lines: [{ productId: 'a' }] },
  ])
})

test('a saved order stays open if its header changed meanwhile', () => {
  const sent = cartOfOrder(order([line('s', 1)]), null)
  openCart(sent)
  updateCart(() => ({ description: 'After noon' }))
  updateCart((cart) => afterAmending(cart, sent))
  expect(useCart.getState()).toMatchObject({ guidKey: 'order', description: 'After noon' })
  updateCart((cart) => afterAmending(cart, { ...sent, description: 'After noon' }))
  expect(useCart.getState().editing).toBeNull()
})

test('opening a draft warns about deleted sizes', () => {
  const notices: string[] = []
  showNoticesBy(({ message }) => notices.push(message))
  // Messages of earlier tests.
  notices.length = 0
  openDraft(draft())
  expect(notices).toEqual([])
  openDraft(draft({ lineCount: 3 }))
  expect(notices).toEqual(['ordering.found.missing'])
})

test('renaming or copying a draft warns about deleted sizes too', async () => {
  const notices: string[] = []
  showNoticesBy(({ message }) => notices.push(message))
  notices.length = 0
  world.serve = async (path) =>
    path === 'GetDraftById' ? { data: draft({ id: 'h', lineCount: 2 }) } : { data: { version: 2 } }
  await updateDraftDetails('h', { name: 'Paris' })
  await duplicateDraft('h')
  expect(notices).toEqual(['ordering.found.missing', 'ordering.found.missing'])
})

test('new lot wording is saved with the next change, but is no change itself', async () => {
  const lot = { lotCode: 'K8', lotDescription: '36/37 4-4', piecesPerLot: 8 }
  openDraft(draft({ lines: [{ ...line('l', 1), ...lot }] }))
  const saved = takesAll()
  const put = (change: Partial<CartLine>) =>
    updateCart(({ lines }) => ({ lines: lines.map((one) => ({ ...one, ...change })) }))
  put({ lotDescription: '36 4, 37 4' })
  await saveNow()
  expect(saved).toEqual([])
  put({ piecesPerLot: 12 })
  await saveNow()
  expect(saved).toMatchObject([{ lines: [{ lotDescription: '36 4, 37 4', piecesPerLot: 12 }] }])
})
