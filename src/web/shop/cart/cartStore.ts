import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { cartOwnerKey, cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
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
import { handOver, isNew, keep, readChanged, readFirst } from './keepCart.ts'

/** The cart of this browser: saved on every change, the same in every tab. */
export const useCart = create<Cart>()(readFirst)

/** The key of the cart that this tab has begun because there was none: another tab may have begun one at the same time. */
const begun = isNew() ? useCart.getState().guidKey : undefined

type Change = (cart: Cart) => Partial<Cart>

/** A change that this tab has made a moment ago, to the cart of that key and owner: the first is number 1. */
type Made = { number: number; guidKey: string; owner: string | null; at: number; next: Change }
const ownerNow = () => localStorage.getItem(cartOwnerKey)
const made: Made[] = []
let count = 0
/** How long after it another tab may still overwrite a change that it has not heard of, in milliseconds. */
const crossing = 10_000

function note(next: Change): void {
  const at = Date.now()
  while (made[0] && at - made[0].at > crossing) made.shift()
  count += 1
  made.push({ number: count, guidKey: useCart.getState().guidKey, owner: ownerNow(), at, next })
}

/** What was read from the store, which need not be written back to it. */
let taken: Cart | undefined
/** True while a person's own change is made, which is shown before it is stored. */
let isByHand = false
/** How many of the changes are stored; the others are shown, and wait for that. */
let stored = 0
useCart.subscribe((cart) => {
  if (cart !== taken && !isByHand) store(cart)
})

function store(cart: Cart): void {
  stored = count
  keep(cart, count)
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
  note(next)
  isByHand = true
  try {
    useCart.setState(next)
  } finally {
    isByHand = false
  }
}

/**
 * The cart as it stands in the store, with what is shown and waits to be stored: that is stored now. Where another tab has
 * stored something meanwhile, what it had not heard of is done once more on that.
 */
export function catchUp(): Cart {
  const theirs = readChanged()
  if (theirs) {
    const { cart, mine } = theirs
    const isBegun = useCart.getState().guidKey === begun
    const isOfIt = ({ guidKey, owner }: Made) =>
      guidKey === cart.guidKey || (isBegun && guidKey === begun && owner === ownerNow())
    const lost = made.filter((one) => one.number > stored || (one.number > mine && isOfIt(one)))
    taken = lost.reduce<Cart>((now, { next }) => ({ ...now, ...next(now) }), cart)
    useCart.setState(taken, true)
    if (lost.length > 0) store(taken)
  }
  if (stored < count) store(useCart.getState())
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
  if (event.key === cartOwnerKey && event.newValue && user && event.newValue !== user.id) location.reload()
})
useSession.subscribe(({ user }) => {
  if (!user) return
  catchUp()
  handOver(user.id)
  catchUp()
})

/** Every change starts from what is stored: another tab may have changed it a moment ago. */
function change(next: (cart: Cart) => Partial<Cart>): void {
  catchUp()
  note(next)
  useCart.setState(next)
}

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
export const resetCart = () => useCart.setState(emptyCart())
