import { officeRecords } from '#server/changes/officeRecords.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import type { Permissions } from '#shared/pages.ts'
import type { Role } from '#shared/roles.ts'
import { userFields } from '#shared/users.ts'

export type LockedUser = Omit<Permissions, 'roles' | 'auths' | 'pageAuths'> & {
  username: string
  firstName: string
  lastName: string
  email: string
  phone: string
  roles: Role[]
  auths: { groupName: string; number: number }[]
  pageAuths: { pageId: number; isAllow: boolean }[]
  salesPersonCode: string | null
  currAccCode: string | null
  emailVerification: boolean
  isActive: boolean
  isDeleted: boolean
  version: number
}

/** Its log never has the password. */
export const users = officeRecords({
  table: 'users',
  subject: 'user',
  nameOf: (user: { username: string }) => user.username,
  fields: userFields,
  columns: { auths: null, pageAuths: null, salesPersonCode: null, currAccCode: null },
  own: ['username_key', 'auths', 'page_auths', 'agent_id', 'account_id'],
  first: ['password_hash', 'password_changed_at', 'created_at'],
})

const lock = prepared(`
  select ${users.selected('u')}, u.auths, u.page_auths as "pageAuths", g.code as "salesPersonCode",
         a.code as "currAccCode", u.deleted_at is not null as "isDeleted", u.version
  from users u
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id
  where u.tenant_id = $1 and u.id = $2 for update of u`)

/** Refuses with `notFound`. */
export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  return oneOf(tx.query<LockedUser>(lock, id))
}

const lockAdmins = prepared(`
  select id from users where tenant_id = $1 and 'admin' = any (roles) and is_active and deleted_at is null
  order by id for update`)

/** Refuses with `user.lastAdmin`. Locks all admins, so that two cannot remove each other. */
export async function requireAnotherAdmin(tx: Tx, id: string): Promise<void> {
  const admins = await tx.query<{ id: string }>(lockAdmins)
  if (!admins.some((admin) => admin.id !== id)) throw new Refusal('user.lastAdmin')
}
