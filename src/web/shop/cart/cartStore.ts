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
  type Wanted,
  withAdded,
  withItemQty,
  withMany,
  withQty,
  withQuantities,
} from './cart.ts'
import { type Carts, holds, withChanged, withCustomer } from './carts.ts'
import { handOver, isNew, keep, readChanged, readFirst } from './storedCarts.ts'

const first = readFirst()
/** The open cart, the same in every tab. */
export const useCart = create<Cart>()(() => first.open)
/** Other customers' carts: see {@link Carts}. */
export const useOtherCarts = create<Pick<Carts, 'others'>>()(() => ({ others: first.others }))

export const cartsNow = (): Carts => ({ open: useCart.getState(), others: useOtherCarts.getState().others })

/** Created because none was stored; another tab may have created one too. */
const begun = isNew() ? first.open.guidKey : undefined

type Change = (cart: Cart) => Partial<Cart>

/** Replayable on `guidKey`; numbered from 1. */
type Made = {
  number: number
  guidKey: string
  owner: string | null
  at: number
  next: (carts: Carts, guidKey: string) => Carts
}
const ownerNow = () => localStorage.getItem(cartOwnerKey)
const made: Made[] = []
let count = 0
/** Another tab may overwrite a change this long after it. */
const crossing = 10_000

function note(guidKey: string, next: Made['next']): void {
  const at = Date.now()
  while (made[0] && at - made[0].at > crossing) made.shift()
  count += 1
  made.push({ number: count, guidKey, owner: ownerNow(), at, next })
}

/** Needs no writing back. */
let taken: Cart | undefined
/** A manual change shows first and saves later. */
let isByHand = false
/** The number of the last saved change. */
let stored = 0
useCart.subscribe((cart, before) => {
  if (cart !== taken && !isByHand) store()
  // The user's own choice needs no message.
  if (cart.orderType !== before.orderType && !isByHand && useSession.getState().user) {
    notifyDone(t(`orderType.now.${cart.orderType}`))
  }
})

function store(): void {
  stored = count
  keep(cartsNow(), count)
}

/** Saves them too, unless they come from storage. */
function show({ open, others }: Carts): void {
  useOtherCarts.setState({ others })
  useCart.setState(open, true)
}

/** Writing a long cart takes a moment, so wait for a pause. Leaving saves at once. */
const calm = 250
let storing = 0

function setByHand(next: Change): void {
  clearTimeout(storing)
  storing = window.setTimeout(catchUp, calm)
  note(useCart.getState().guidKey, (carts, guidKey) => withChanged(carts, guidKey, next))
  isByHand = true
  try {
    useCart.setState(next)
  } finally {
    isByHand = false
  }
}

/**
 * Merges other tabs' changes, saves unsaved ones, and returns the open cart. Replays changes that another tab
 * overwrote, on the cart they were made to.
 */
export function catchUp(): Cart {
  const theirs = readChanged()
  if (theirs) {
    const isBegun = useCart.getState().guidKey === begun
    let { carts } = theirs
    let hasLost = false
    for (const one of made) {
      const isUnstored = one.number > stored
      if (!isUnstored && one.number <= theirs.mine) continue
      const isOfBegun = isBegun && one.guidKey === begun && one.owner === ownerNow()
      const isThere = holds(carts, one.guidKey)
      if (!isThere && !isUnstored && !isOfBegun) continue
      carts = one.next(carts, isThere ? one.guidKey : carts.open.guidKey)
      hasLost = true
    }
    taken = carts.open
    show(carts)
    if (hasLost) store()
  }
  if (stored < count) store()
  return useCart.getState()
}

window.addEventListener('pagehide', catchUp)
// Frozen or cached pages miss storage events.
window.addEventListener('pageshow', catchUp)
document.addEventListener('visibilitychange', catchUp)
window.addEventListener('storage', (event) => {
  if (event.key === cartStorageKey || event.key === null) catchUp()
  // Another user signed in: nothing here is theirs.
  const { user } = useSession.getState()
  if (event.key === cartOwnerKey && event.newValue && user && event.newValue !== cartOwnerOf(user)) {
    location.reload()
  }
})
useSession.subscribe(({ user }) => {
  if (!user) return
  catchUp()
  handOver(cartOwnerOf(user))
  catchUp()
})

/** Starts from the stored state: another tab may have changed it. */
function changeBoth(guidKey: string, next: Made['next']): void {
  catchUp()
  note(guidKey, next)
  show(next(cartsNow(), guidKey))
  // When only a waiting cart changed.
  if (stored < count) store()
}

/** Replayed only while the same cart is open. */
export function changeCarts(next: (carts: Carts) => Carts): void {
  changeBoth(catchUp().guidKey, (carts, guidKey) => (carts.open.guidKey === guidKey ? next(carts) : carts))
}

const change = (next: Change) => renewCartOf(catchUp().guidKey, next)

/** Refused with a message while locked. */
export function changeLines(next: (cart: Cart) => Partial<Cart>): boolean {
  if (!useCart.getState().editable) {
    notifyFailure(t('cart.enableEditingFirst'))
    return false
  }
  setByHand((cart) => ({ ...next(cart), changedAt: Date.now() }))
  return true
}

export function changeOrderType(orderType: OrderType): void {
  setByHand(() => ({ orderType }))
}

export const changeCart = (values: Partial<Omit<Cart, 'guidKey'>>) => change(() => values)
export const openCart = (cart: Cart) => change(() => cart)
export const addToCart = (product: Product, item: ProductItem, qty?: number) =>
  changeLines((cart) => withAdded(cart, product, item, qty))
export const addManyToCart = (wanted: Wanted[]) => changeLines((cart) => withMany(cart, wanted))
export const setManyQty = (wanted: Wanted[]) => changeLines((cart) => withQuantities(cart, wanted))
export const setCartQty = (productId: string, qty: number) =>
  changeLines((cart) => withQty(cart, productId, qty))
export const setItemQty = (product: Product, item: ProductItem, qty: number) =>
  changeLines((cart) => withItemQty(cart, product, item, qty))
/** An automatic change, allowed while locked. */
export const renewCart = (next: (cart: Cart) => Partial<Cart>) => change(next)
/** The open or a waiting cart; ignored if missing. */
export function renewCartOf(guidKey: string, next: (cart: Cart) => Partial<Cart>): void {
  changeBoth(guidKey, (carts, key) => withChanged(carts, key, next))
}

/** '' means no customer. The open cart waits; a new cart keeps the order type. */
export function openCustomer(currAccCode: string, salesPersonCode = ''): void {
  const { orderType } = catchUp()
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
export const resetCart = () => show({ open: emptyCart(), others: [] })
