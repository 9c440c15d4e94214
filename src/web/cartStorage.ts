/** Where the cart of this browser is kept; the panel forgets it at sign-out without knowing what is in it. */
export const cartStorageKey = 'cart'
/** Under it stands whose cart that is: the id of whoever was signed in last, until they have signed out. */
export const cartOwnerKey = 'cartOwner'
