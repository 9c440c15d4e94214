import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { cartOwnerKey, cartOwnerOf, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import {
  type Cart,
  emptyCart,
  type ItemQty,
  withAdded,
  withItemQty,
  withManyAdded,
  withQty,
  withQuantities,
} from './cart.ts'
import { type Carts, hasCart, withChanged, withCustomer } from './carts.ts'
import { hasNoStoredCart, readIfChanged, readInitial, storeCarts, switchOwner } from './storedCarts.ts'

const initial = readInitial()
/** The open cart, the same in every tab. */
export const useCart = create<Cart>()(() => initial.open)
/** Other customers' carts: see {@link Carts}. */
export const useOtherCarts = create<Pick<Carts, 'others'>>()(() => ({ others: initial.others }))

export const getCarts = (): Carts => ({ open: useCart.getState(), others: useOtherCarts.getState().others })

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

/** Saves them too, unless they come from storage. */
function setCarts({ open, others }: Carts): void {
  useOtherCarts.setState({ others })
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

/** Starts from the stored state: another tab may have changed it. */
function changeByKey(guidKey: string, next: RecentChange['next']): void {
  syncCarts()
  recordChange(guidKey, next)
  setCarts(next(getCarts(), guidKey))
  // When only a waiting cart changed.
  if (savedCount < changeCount) saveCarts()
}

/** Replayed only while the same cart is open. */
export function changeCarts(next: (carts: Carts) => Carts): void {
  changeByKey(syncCarts().guidKey, (carts, guidKey) => (carts.open.guidKey === guidKey ? next(carts) : carts))
}

const change = (next: Change) => updateCartByKey(syncCarts().guidKey, next)

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

export const changeCart = (values: Partial<Omit<Cart, 'guidKey'>>) => change(() => values)
export const openCart = (cart: Cart) => change(() => cart)
export const addToCart = (product: Product, item: ProductItem, qty?: number) =>
  changeLines((cart) => withAdded(cart, product, item, qty))
export const addManyToCart = (items: ItemQty[]) => changeLines((cart) => withManyAdded(cart, items))
export const setManyQty = (items: ItemQty[]) => changeLines((cart) => withQuantities(cart, items))
export const setCartQty = (productId: string, qty: number) =>
  changeLines((cart) => withQty(cart, productId, qty))
export const setItemQty = (product: Product, item: ProductItem, qty: number) =>
  changeLines((cart) => withItemQty(cart, product, item, qty))
/** An automatic change, allowed while locked. */
export const updateCart = (next: (cart: Cart) => Partial<Cart>) => change(next)
/** The open or a waiting cart; ignored if missing. */
export function updateCartByKey(guidKey: string, next: (cart: Cart) => Partial<Cart>): void {
  changeByKey(guidKey, (carts, key) => withChanged(carts, key, next))
}

/** '' means no customer. The open cart waits; a new cart keeps the order type. */
export function openCustomer(currAccCode: string, salesPersonCode = ''): void {
  const { orderType } = syncCarts()
  const fresh = { ...emptyCart(), orderType, currAccCode, salesPersonCode }
  changeCarts((carts) => withCustomer(carts, fresh))
}

/** Customer and order type stay; the key is new. */
export function clearLines(): void {
  change(({ orderType, currAccCode, salesPersonCode }) => ({
    ...emptyCart(),
    orderType,
    currAccCode,
    salesPersonCode,
  }))
}

/** As at sign-out. */
export const resetCart = () => setCarts({ open: emptyCart(), others: [] })
