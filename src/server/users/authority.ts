import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { Permissions } from '#shared/pages.ts'

const isAdmin = ({ roles }: { roles: readonly string[] }) => roles.includes('admin')

/** Admins have all; others never an admin's, and only what they have themselves. */
export function hasAllPermissionsOf(caller: Permissions, other: Permissions): boolean {
  if (isAdmin(caller)) return true
  if (isAdmin(other)) return false
  const hasGroup = other.auths.every(({ groupName, number }) => {
    const ownNumber = caller.auths.find((auth) => auth.groupName === groupName)?.number ?? 0
    return (number & ~ownNumber) === 0
  })
  const allows = (user: Permissions, pageId: number) =>
    user.pageAuths.some((page) => page.pageId === pageId && page.isAllow)
  return hasGroup && other.pageAuths.every(({ pageId, isAllow }) => !isAllow || allows(caller, pageId))
}

/** Refuses with `user.notYours`. */
export function requireAuthority(caller: User, other: Permissions): void {
  if (!hasAllPermissionsOf(caller, other)) throw new Refusal('user.notYours')
}
