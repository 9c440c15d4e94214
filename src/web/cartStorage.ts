import type { UserInfo } from '#shared/users/account.ts'

export const cartStorageKey = 'cart'
/** The last user who signed in and has not signed out. */
export const cartOwnerKey = 'cartOwner'

/** A user who can act as a customer and for others has a cart for each. */
export const cartOwnerOf = ({ id, roles, allRoles }: Pick<UserInfo, 'id' | 'roles' | 'allRoles'>): string =>
  allRoles.length > 1 && roles[0] === 'customer' ? `${id}:customer` : id

export const cartOwnersOf = ({ id }: Pick<UserInfo, 'id'>): string[] => [id, `${id}:customer`]
