import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { cartOwnerKey, cartOwnerOf, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { setItemOrThrow } from '#web/trySetItem.ts'
import {
  type Cart,
  type CartLine,
  emptyCart,
  mergeLines,
  type Order,
  withAdded,
  withItemQty,
  withQty,
} from './cart.ts'
import { type Carts, hasCart, withChanged, withCustomer } from './carts.ts'

const editingLockMs = 30 * 60_000

let lastText: string | null = null
/** False once storage fails: carts live in this tab only. */
let isPersistent = true

/** This tab's id in the stored change counts. */
const tabId = Math.random().toString(36).slice(2, 10)
/** Changes of each tab in the stored carts; most recent tab last. */
let counts: Record<string, number> = {}
/** More than change a cart within seconds. */
const maxTabs = 20

/** `mine`: this tab's changes included, if the writer counted. */
type ReadCarts = { carts: Carts; mine: number }

/** What another tab stored since. It may have missed our last write: browsers notify late. */
function readIfChanged(): ReadCarts | undefined {
  if (!isPersistent) return undefined
  const text = readText()
  if (text === lastText) return undefined
  lastText = text
  const { carts, counted } = parseCarts(text)
  counts = counted ?? {}
  return { carts, mine: counted ? (counted[tabId] ?? 0) : Number.POSITIVE_INFINITY }
}

const noCarts = (): Carts => ({ open: emptyCart(), others: [], orders: [] })

const hasNoStoredCart = (): boolean => lastText === null

/** Locks an order left open for editing too long. */
function readInitial(): Carts {
  const carts = readIfChanged()?.carts ?? noCarts()
  const { open } = carts
  const isStale = open.editing !== null && Date.now() - open.changedAt > editingLockMs
  return isStale ? { ...carts, open: { ...open, editable: false } } : carts
}

/** If storage fails, continues in memory with one message. */
function storeCarts(carts: Carts, mine: number): void {
  const others = Object.entries(counts).filter(([tab]) => tab !== tabId)
  counts = Object.fromEntries([...others.slice(1 - maxTabs), [tabId, mine]])
  const text = serialize(carts)
  try {
    setItemOrThrow(localStorage, cartStorageKey, text)
    lastText = text
    if ('isStandIn' in localStorage) throw new Error('Nothing is kept')
    isPersistent = true
  } catch {
    if (isPersistent) notifyFailure(t('cart.notKept'))
    isPersistent = false
  }
}

const asideKey = (owner: string) => `${cartStorageKey}:${owner}` as const

/**
 * For a user who signs in or changes role. Sets aside carts of a user whose session expired; a guest's cart
 * goes along.
 */
function switchOwner(owner: string): void {
  try {
    const before = localStorage.getItem(cartOwnerKey)
    if (before === owner) return
    setItemOrThrow(localStorage, cartOwnerKey, owner)
    const here = localStorage.getItem(cartStorageKey)
    const mine = localStorage.getItem(asideKey(owner))
    if (!before && !mine) return
    // Remove first: both may exceed the quota.
    for (const key of [cartStorageKey, asideKey(owner)]) localStorage.removeItem(key)
    if (mine) setItemOrThrow(localStorage, cartStorageKey, before ? mine : withGuestLines(mine, here))
    if (before && here) setItemOrThrow(localStorage, asideKey(before), here)
  } catch {
    // Full: still hide another user's carts.
  }
}

/** Adds lines a guest collected before signing in. */
function withGuestLines(mine: string, guestText: string | null): string {
  const { lines } = parseCarts(guestText).carts.open
  if (lines.length === 0) return mine
  const { carts } = parseCarts(mine)
  const { open } = carts
  return serialize({ ...carts, open: { ...open, lines: mergeLines(open.lines, lines) } })
}

function readText(): string | null {
  try {
    return localStorage.getItem(cartStorageKey)
  } catch {
    return null
  }
}

type Stored = {
  state?: Partial<Cart>
  others?: Partial<Cart>[]
  orders?: Order[]
  counts?: Record<string, number>
}

function parseCarts(text: string | null): { carts: Carts; counted?: Record<string, number> | undefined } {
  try {
    const { state, others = [], orders = [], counts: counted } = JSON.parse(text ?? '{}') as Stored
    const open = validCart(state) ?? emptyCart()
    const carts = {
      open,
      others: others.flatMap((other) => validCart(other) ?? []),
      orders: orders.filter(({ lines }) => Array.isArray(lines)),
    }
    return { carts, counted }
  } catch {
    return { carts: noCarts() }
  }
}

/** A corrupt cart without lines would break every page. */
function validCart(state: Partial<Cart> | undefined): Cart | undefined {
  return Array.isArray(state?.lines) ? { ...emptyCart(), ...state } : undefined
}

/** Cached: one change serializes one line. */
const lineTexts = new WeakMap<CartLine, string>()
const otherTexts = new WeakMap<Cart, string>()

function serialize({ open, others, orders }: Carts): string {
  const waiting = others.map((other) => {
    const text = otherTexts.get(other) ?? serializeCart(other)
    otherTexts.set(other, text)
    return text
  })
  return `{"counts":${JSON.stringify(counts)},"orders":${JSON.stringify(orders)},"others":[${waiting.join()}],"state":${serializeCart(open)}}`
}

function serializeCart({ lines, ...rest }: Cart): string {
  const texts = lines.map((line) => {
    const text = lineTexts.get(line) ?? JSON.stringify(line)
    lineTexts.set(line, text)
    return text
  })
  return `${JSON.stringify(rest).slice(0, -1)},"lines":[${texts.join()}]}`
}

const initial = readInitial()
/** The open cart, the same in every tab. */
export const useCart = create<Cart>()(() => initial.open)
/** Other customers' carts, and orders to be sent: see {@link Carts}. */
export const useOtherCarts = create<Omit<Carts, 'open'>>()(() => ({
  others: initial.others,
  orders: initial.orders,
}))

export const getCarts = (): Carts => ({ ...useOtherCarts.getState(), open: useCart.getState() })

/** Created because none was stored; another tab may have created one too. */
const createdGuidKey = hasNoStoredCart() ? initial.open.guidKey : undefined

type Change = (cart: Cart) => Partial<Cart>

/** Replayable on `guidKey`; numbered from 1. */
type RecentChange = {
  number: number
  guidKey: string
  owner: string | null
  at: number
  next: (carts: Carts, guidKey: string) => Carts
}
const currentOwner = () => localStorage.getItem(cartOwnerKey)
const recentChanges: RecentChange[] = []
let changeCount = 0
/** Another tab may overwrite a change this long after it. */
const replayWindowMs = 10_000

function recordChange(guidKey: string, next: RecentChange['next']): void {
  const at = Date.now()
  while (recentChanges[0] && at - recentChanges[0].at > replayWindowMs) recentChanges.shift()
  changeCount += 1
  recentChanges.push({ number: changeCount, guidKey, owner: currentOwner(), at, next })
}

/** Needs no writing back. */
let lastReadCart: Cart | undefined
/** A manual change shows first and saves later. */
let isManualChange = false
/** The number of the last saved change. */
let savedCount = 0
useCart.subscribe((cart, before) => {
  if (cart !== lastReadCart && !isManualChange) saveCarts()
  // The user's own choice needs no message.
  if (cart.orderType !== before.orderType && !isManualChange && useSession.getState().user) {
    notifyDone(t(`orderType.now.${cart.orderType}`))
  }
})

function saveCarts(): void {
  savedCount = changeCount
  storeCarts(getCarts(), changeCount)
}

/** The other carts are set, the open one not yet: what listens must not save one without the other. */
let isHalfSet = false
/** Saves them too, unless they come from storage. */
function setCarts({ open, others, orders }: Carts): void {
  isHalfSet = true
  try {
    useOtherCarts.setState({ others, orders })
  } finally {
    isHalfSet = false
  }
  useCart.setState(open, true)
}

/** Writing a long cart takes a moment, so wait for a pause. Leaving saves at once. */
const saveDelayMs = 250
let saveTimer = 0

function changeManually(next: Change): void {
  clearTimeout(saveTimer)
  saveTimer = window.setTimeout(syncCarts, saveDelayMs)
  recordChange(useCart.getState().guidKey, (carts, guidKey) => withChanged(carts, guidKey, next))
  isManualChange = true
  try {
    useCart.setState(next)
  } finally {
    isManualChange = false
  }
}

/**
 * Merges other tabs' changes, saves unsaved ones, and returns the open cart. Replays changes that another tab
 * overwrote, on the cart they were made to.
 */
export function syncCarts(): Cart {
  if (isHalfSet) return useCart.getState()
  const theirs = readIfChanged()
  if (theirs) {
    const isCreated = useCart.getState().guidKey === createdGuidKey
    let { carts } = theirs
    let hasReplayed = false
    for (const recent of recentChanges) {
      const isUnsaved = recent.number > savedCount
      if (!isUnsaved && recent.number <= theirs.mine) continue
      const isForCreated = isCreated && recent.guidKey === createdGuidKey && recent.owner === currentOwner()
      const exists = hasCart(carts, recent.guidKey)
      if (!exists && !isUnsaved && !isForCreated) continue
      carts = recent.next(carts, exists ? recent.guidKey : carts.open.guidKey)
      hasReplayed = true
    }
    lastReadCart = carts.open
    setCarts(carts)
    if (hasReplayed) saveCarts()
  }
  if (savedCount < changeCount) saveCarts()
  return useCart.getState()
}

window.addEventListener('pagehide', syncCarts)
// Frozen or cached pages miss storage events.
window.addEventListener('pageshow', syncCarts)
document.addEventListener('visibilitychange', syncCarts)
window.addEventListener('storage', (event) => {
  if (event.key === cartStorageKey || event.key === null) syncCarts()
  // Another user signed in: nothing here is theirs.
  const { user } = useSession.getState()
  if (event.key === cartOwnerKey && event.newValue && user && event.newValue !== cartOwnerOf(user)) {
    location.reload()
  }
})
useSession.subscribe(({ user }) => {
  if (!user) return
  syncCarts()
  switchOwner(cartOwnerOf(user))
  syncCarts()
})

/**
 * Starts from the stored state: another tab may have changed it. A change of `guidKey`'s cart, or of the open one; with
 * what belongs to it.
 */
export function changeStored(next: RecentChange['next'], guidKey?: string): void {
  const { guidKey: openKey } = syncCarts()
  const key = guidKey ?? openKey
  recordChange(key, next)
  setCarts(next(getCarts(), key))
  // When only a waiting cart changed.
  if (savedCount < changeCount) saveCarts()
}

/** An automatic change, allowed while locked, of the open cart or the one of `guidKey`; ignored if that is gone. */
export function updateCart(next: Change, guidKey?: string): void {
  changeStored((carts, key) => withChanged(carts, key, next), guidKey)
}

/** Replayed only while the same cart is open. */
export function changeCarts(next: (carts: Carts) => Carts): void {
  changeStored((carts, guidKey) => (carts.open.guidKey === guidKey ? next(carts) : carts))
}

/** Refused with a message while locked. */
export function changeLines(next: (cart: Cart) => Partial<Cart>): boolean {
  if (!useCart.getState().editable) {
    notifyFailure(t('cart.enableEditingFirst'))
    return false
  }
  changeManually((cart) => ({ ...next(cart), changedAt: Date.now() }))
  return true
}

export function changeOrderType(orderType: OrderType): void {
  changeManually(() => ({ orderType }))
}

export const changeCart = (values: Partial<Omit<Cart, 'guidKey'>>) => updateCart(() => values)
export const openCart = (cart: Cart) => updateCart(() => cart)
export const addToCart = (product: Product, item: ProductItem, qty?: number) =>
  changeLines((cart) => withAdded(cart, product, item, qty))
export const setCartQty = (productId: string, qty: number) =>
  changeLines((cart) => withQty(cart, productId, qty))
export const setItemQty = (product: Product, item: ProductItem, qty: number) =>
  changeLines((cart) => withItemQty(cart, product, item, qty))

/** '' means no customer. The open cart waits; a new cart keeps the order type. */
export function openCustomer(currAccCode: string, salesPersonCode = ''): void {
  const { orderType } = syncCarts()
  const fresh = { ...emptyCart(), orderType, currAccCode, salesPersonCode }
  changeCarts((carts) => withCustomer(carts, fresh))
}

/** Customer and order type stay; the key is new. */
export function clearLines(): void {
  updateCart(({ orderType, currAccCode, salesPersonCode }) => ({
    ...emptyCart(),
    orderType,
    currAccCode,
    salesPersonCode,
  }))
}

/** As at sign-out. */
export const resetCart = () => setCarts(noCarts())
