import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { Permissions } from '#shared/pages.ts'

const isAdmin = ({ roles }: { roles: readonly string[] }) => roles.includes('admin')

/**
 * True where the caller has all the permissions of another, so that they may give or change them: an admin always,
 * whoever else manages users never an admin's, and no office task or page that they do not have themselves.
 */
export function covers(caller: Permissions, other: Permissions): boolean {
  if (isAdmin(caller)) return true
  if (isAdmin(other)) return false
  const hasGroup = other.auths.every(({ groupName, number }) => {
    const own = caller.auths.find((auth) => auth.groupName === groupName)?.number ?? 0
    return (number & ~own) === 0
  })
  const allows = (user: Permissions, pageId: number) =>
    user.pageAuths.some((page) => page.pageId === pageId && page.isAllow)
  return hasGroup && other.pageAuths.every(({ pageId, isAllow }) => !isAllow || allows(caller, pageId))
}

/** Refuses with `user.notYours` where the caller may not change, or give, what `other` may do. */
export function insistOnAuthority(caller: User, other: Permissions): void {
  if (!covers(caller, other)) throw new Refusal('user.notYours')
}
