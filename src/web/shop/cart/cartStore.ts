import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { cartStorageKey } from '#web/cartStorage.ts'
import { type Cart, emptyCart, withAdded, withItemQty, withoutPlaced, withQty } from './cart.ts'

/** The cart of this browser: saved on every change, the same in every tab. */
export const useCart = create<Cart>()(persist(() => emptyCart(), { name: cartStorageKey, version: 1 }))

window.addEventListener('storage', (event) => {
  if (event.key === cartStorageKey) void useCart.persist.rehydrate()
})

/** Every change starts from what is stored: another tab may have changed it a moment ago. */
function change(next: (cart: Cart) => Partial<Cart>): void {
  void useCart.persist.rehydrate()
  useCart.setState(next)
}

export const changeCart = (values: Partial<Omit<Cart, 'guidKey'>>) => change(() => values)
export const addToCart = (product: Product, item: ProductItem) =>
  change((cart) => withAdded(cart, product, item))
export const setCartQty = (productId: string, qty: number) => change((cart) => withQty(cart, productId, qty))
export const setItemQty = (product: Product, item: ProductItem, qty: number) =>
  change((cart) => withItemQty(cart, product, item, qty))
export const settlePlaced = (placed: Parameters<typeof withoutPlaced>[1]) =>
  change((cart) => withoutPlaced(cart, placed))

/** Empties the cart under a new key; whom it is for and the order type stay. */
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
