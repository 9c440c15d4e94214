import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { type Cart, emptyCart, withAdded, withQty } from './cart.ts'

const storageKey = 'cart'

/** The cart of this browser: saved on every change, the same in every tab. */
export const useCart = create<Cart>()(persist(() => emptyCart(), { name: storageKey, version: 1 }))

window.addEventListener('storage', (event) => {
  if (event.key === storageKey) void useCart.persist.rehydrate()
})

export const changeCart = (change: Partial<Omit<Cart, 'guidKey'>>) => useCart.setState(change)
export const addToCart = (product: Product, item: ProductItem, qty?: number) =>
  useCart.setState((cart) => withAdded(cart, product, item, qty))
export const setCartQty = (productId: string, qty: number) =>
  useCart.setState((cart) => withQty(cart, productId, qty))

/** Empties the cart under a new key; whom it is for and the order type stay. */
export function clearLines(): void {
  useCart.setState(({ orderType, currAccCode, salesPersonCode }) => ({
    ...emptyCart(),
    orderType,
    currAccCode,
    salesPersonCode,
  }))
}

/** Starts over altogether, as at sign-out. */
export const resetCart = () => useCart.setState(emptyCart())
