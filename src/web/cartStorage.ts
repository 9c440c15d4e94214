import type { UserInfo } from '#shared/account.ts'

/** Where the carts of this browser are kept; the panel forgets them at sign-out without knowing what is in them. */
export const cartStorageKey = 'cart'
/** Under it stands whose carts those are: whoever was signed in last, until they have signed out. */
export const cartOwnerKey = 'cartOwner'

/** Whose a cart is: of somebody who acts now as a customer and now for others, either has their own. */
export const cartOwnerOf = ({ id, roles, allRoles }: Pick<UserInfo, 'id' | 'roles' | 'allRoles'>): string =>
  allRoles.length > 1 && roles[0] === 'customer' ? `${id}:customer` : id

/** Everything that {@link cartOwnerOf} may say of a user. */
export const cartOwnersOf = ({ id }: Pick<UserInfo, 'id'>): string[] => [id, `${id}:customer`]
