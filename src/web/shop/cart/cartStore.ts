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
import { handOver, isNew, keep, readChanged, readFirst } from './keepCart.ts'

const first = readFirst()
/** The cart of this browser that is open: saved on every change, the same in every tab. */
export const useCart = create<Cart>()(() => first.open)
/** The carts of other customers, which wait until these are chosen again: see {@link Carts}. */
export const useOtherCarts = create<Pick<Carts, 'others'>>()(() => ({ others: first.others }))

/** The carts as they are shown. */
export const cartsNow = (): Carts => ({ open: useCart.getState(), others: useOtherCarts.getState().others })

/** The key of the cart that this tab has begun because there was none: another tab may have begun one at the same time. */
const begun = isNew() ? first.open.guidKey : undefined

type Change = (cart: Cart) => Partial<Cart>

/**
 * A change that this tab has made a moment ago, while the cart of that key and owner was open: the first is number 1. It is
 * told which cart to change, should it be made again.
 */
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
/** How long after it another tab may still overwrite a change that it has not heard of, in milliseconds. */
const crossing = 10_000

function note(guidKey: string, next: Made['next']): void {
  const at = Date.now()
  while (made[0] && at - made[0].at > crossing) made.shift()
  count += 1
  made.push({ number: count, guidKey, owner: ownerNow(), at, next })
}

/** What was read from the store, which need not be written back to it. */
let taken: Cart | undefined
/** True while a person's own change is made, which is shown before it is stored. */
let isByHand = false
/** How many of the changes are stored; the others are shown, and wait for that. */
let stored = 0
useCart.subscribe((cart, before) => {
  if (cart !== taken && !isByHand) store()
  // Of what is chosen by hand nothing need be said.
  if (cart.orderType !== before.orderType && !isByHand && useSession.getState().user) {
    notifyDone(t(`orderType.now.${cart.orderType}`))
  }
})

function store(): void {
  stored = count
  keep(cartsNow(), count)
}

/** Shows these carts; unless they were read from the store, they are stored. */
function show({ open, others }: Carts): void {
  useOtherCarts.setState({ others })
  useCart.setState(open, true)
}

/**
 * How long nothing has to be pressed until a change is stored, in milliseconds: a long cart takes a moment to write, and no
 * press shall wait for that. Where the page is left it is stored at once.
 */
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
 * The open cart as it stands in the store, with what is shown and waits to be stored: that is stored now. Where another tab
 * has stored something meanwhile, what it had not heard of is done once more on that, and to the cart that it was done to:
 * the other tab may have opened that of another customer.
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
// A page that was frozen, or kept for Back, has missed what was stored meanwhile.
window.addEventListener('pageshow', catchUp)
document.addEventListener('visibilitychange', catchUp)
window.addEventListener('storage', (event) => {
  if (event.key === cartStorageKey || event.key === null) catchUp()
  // Somebody else has signed in in another tab: nothing that this one shows is theirs.
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

/** Every change starts from what is stored: another tab may have changed it a moment ago. */
function changeBoth(guidKey: string, next: Made['next']): void {
  catchUp()
  note(guidKey, next)
  show(next(cartsNow(), guidKey))
  // Where only one that waits has changed.
  if (stored < count) store()
}

/** A change of the open cart and of those that wait; made again only where the same cart is open. */
export function changeCarts(next: (carts: Carts) => Carts): void {
  changeBoth(catchUp().guidKey, (carts, guidKey) => (carts.open.guidKey === guidKey ? next(carts) : carts))
}

const change = (next: Change) => renewCartOf(catchUp().guidKey, next)

/** A change of lines by hand. Of an order that is not open for editing none is made, and a message says so. */
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
/** Replaces the cart by another one. */
export const openCart = (cart: Cart) => change(() => cart)
export const addToCart = (product: Product, item: ProductItem, qty?: number) =>
  changeLines((cart) => withAdded(cart, product, item, qty))
export const addManyToCart = (wanted: Wanted[]) => changeLines((cart) => withMany(cart, wanted))
export const setManyQty = (wanted: Wanted[]) => changeLines((cart) => withQuantities(cart, wanted))
export const setCartQty = (productId: string, qty: number) =>
  changeLines((cart) => withQty(cart, productId, qty))
export const setItemQty = (product: Product, item: ProductItem, qty: number) =>
  changeLines((cart) => withItemQty(cart, product, item, qty))
/** A change that is made whether or not lines may be changed by hand: of what is known about them, not of the order. */
export const renewCart = (next: (cart: Cart) => Partial<Cart>) => change(next)
/** The same of the cart that has this key, whether it is open or waits; of none where there is none. */
export function renewCartOf(guidKey: string, next: (cart: Cart) => Partial<Cart>): void {
  changeBoth(guidKey, (carts, key) => withChanged(carts, key, next))
}

/**
 * Opens the cart of a customer in place of the one that is open, which waits for its own. `currAccCode` is '' for a cart
 * without a customer. A new one is of the same kind.
 */
export function openCustomer(currAccCode: string, salesPersonCode = ''): void {
  const { orderType } = catchUp()
  const fresh = { ...emptyCart(), orderType, currAccCode, salesPersonCode }
  changeCarts((carts) => withCustomer(carts, fresh))
}

/** Empties the cart under a new key, open for changes; whom it is for and the order type stay. */
export function clearLines(): void {
  change(({ orderType, currAccCode, salesPersonCode }) => ({
    ...emptyCart(),
    orderType,
    currAccCode,
    salesPersonCode,
  }))
}

/** Starts over altogether, as at sign-out. */
export const resetCart = () => show({ open: emptyCart(), others: [] })
