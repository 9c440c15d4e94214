/** Where the cart of this browser is kept; the panel forgets it at sign-out without knowing what is in it. */
export const cartStorageKey = 'cart'
