import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { cartStorageKey } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
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
import { keep, readChanged, readFirst } from './keepCart.ts'

/** The cart of this browser: saved on every change, the same in every tab. */
export const useCart = create<Cart>()(readFirst)

/** What was read from the store, which need not be written back to it. */
let taken: Cart | undefined
useCart.subscribe((cart) => {
  if (cart !== taken) keep(cart)
})

/** Takes over what another tab has stored meanwhile. */
export function catchUp(): void {
  const changed = readChanged()
  if (!changed) return
  taken = changed
  useCart.setState(changed, true)
}

window.addEventListener('storage', (event) => {
  if (event.key === cartStorageKey || event.key === null) catchUp()
})

/** Every change starts from what is stored: another tab may have changed it a moment ago. */
function change(next: (cart: Cart) => Partial<Cart>): void {
  catchUp()
  useCart.setState(next)
}

/** A change of lines by hand. Of an order that is not open for editing none is made, and a message says so. */
export function changeLines(next: (cart: Cart) => Partial<Cart>): boolean {
  catchUp()
  if (!useCart.getState().editable) {
    notifyFailure(t('cart.enableEditingFirst'))
    return false
  }
  useCart.setState((cart) => ({ ...next(cart), changedAt: Date.now() }))
  return true
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
